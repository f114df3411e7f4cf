import type { Environment } from './environment';

/** Shorter ones are no secrets, and words of the log would be taken for them. */
const FEWEST_CHARS = 8;

/** What must stand in no log line, whoever put it into a text: a client, a provider that echoes, an error of a library. */
export function secretsIn({ OPENAI_API_KEY, OPENAI_EXTRA_HEADERS, DATABASE_URL }: Environment): string[] {
  const secrets = [OPENAI_API_KEY, ...Object.values(OPENAI_EXTRA_HEADERS ?? {}), ...passwordIn(DATABASE_URL)];
  return secrets.filter((secret) => secret !== undefined && secret.length >= FEWEST_CHARS) as string[];
}

function passwordIn(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password]; // a lone per cent sign
  }
}

/** Hides secrets in a line of JSON, in which each stands as JSON writes it. */
export function hidingSecrets(secrets: readonly string[]): (line: string) => string {
  const written = [...new Set(secrets)]
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .sort((one, other) => other.length - one.length); // one that holds another first
  return (line) => written.reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), line);
}
