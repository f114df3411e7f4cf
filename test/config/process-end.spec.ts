import { runChildScript, type ChildScript } from '../support/child-script';

const start = (...args: string[]): ChildScript => runChildScript('config/end-a-process.ts', ...args);

async function linesOf({ lines }: ChildScript): Promise<string[]> {
  const seen: string[] = [];
  for await (const line of lines) seen.push(line);
  return seen;
}

describe('the end of a process', () => {
  it.each(['SIGTERM', 'SIGINT'])('%s closes what is open, then exits with 0', async (signal) => {
    const child = start('kill', signal);
    expect(await linesOf(child)).toEqual(['closing', 'closed']);
    expect(await child.ended).toBe(0);
  });

  it('a second signal ends it at once', async () => {
    const child = start('kill-twice');
    expect(await linesOf(child)).toEqual(['closing']);
    expect(await child.ended).toBe(143);
  });

  it('a shutdown that hangs is cut off, with 0', async () => {
    const child = start('hang');
    expect(await linesOf(child)).toEqual(['closing']);
    expect(await child.ended).toBe(0);
  });

  it('a shutdown that fails ends all the same', async () => {
    const child = start('fail');
    expect(await linesOf(child)).toEqual(['closing']);
    expect(await child.ended).toBe(0);
  });

  it.each(['reject', 'throw'])(
    'a fault that nobody caught (%s) is logged, closes as well, and exits with 1',
    async (fault) => {
      const child = start(fault);
      expect(await linesOf(child)).toEqual(['closing', 'closed']);
      expect(await child.ended).toBe(1);
    },
  );
});
