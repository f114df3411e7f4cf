/** What a client asks for: the stream when it names it, else JSON when it allows it. */
export function wantsEventStream(accept: string | undefined): boolean {
  return ranges(accept).includes('text/event-stream');
}

export const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  ranges(accept).some((type) => ['', '*/*', 'application/*', 'application/json'].includes(type));

/** Media ranges without their parameters. */
const ranges = (accept = ''): string[] =>
  accept.split(',').map((range) => range.split(';', 1)[0]!.trim().toLowerCase());
