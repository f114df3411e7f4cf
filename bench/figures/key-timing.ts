import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AccessKeys } from '../../src/access/access-keys';
import { number, table, title, type Bar } from '../report';
import { median } from '../statistics';

const KEYS = 20;
const REQUESTS = 2_000;
/** Each is timed as so many in a row, since one alone is as short as the clock is coarse. */
const AT_ONCE = 20;

/**
 * Whether the time of the check tells anything of a key. In the process, since over HTTP an address that sends wrong keys is told
 * to wait after the first 60.
 */
export async function keyTiming(): Promise<Bar[]> {
  const keys = Array.from({ length: KEYS }, () => randomBytes(32).toString('base64url'));
  const { identify } = new AccessKeys(
    keys.map((key, index) => ({
      name: `client-${index}`,
      tenant: 'acme',
      scopes: ['ask'],
      sha256: createHash('sha256').update(key).digest('hex'),
    })),
  );
  const [first = ''] = keys;
  const last = keys.at(-1) ?? '';
  const sent = {
    'right, the first of the list': first,
    'right, the last of the list': last,
    'wrong in its last letter': `${first.slice(0, -1)}~`,
    'wrong in every letter': randomBytes(32).toString('base64url'),
  };
  const timed = Object.entries(sent).map(([name, key]) => ({
    name,
    request: { headers: { authorization: `Bearer ${key}` } } as IncomingMessage,
    readings: [] as number[],
  }));
  for (let round = 0; round < REQUESTS; round += 1)
    for (const { request, readings } of timed) {
      const from = performance.now();
      for (let again = 0; again < AT_ONCE; again += 1) identify(request);
      readings.push((1000 * (performance.now() - from)) / AT_ONCE);
    }
  const medians = timed.map(({ readings }) => median(readings));
  console.log(title(`10. Check of a key, µs (median of ${REQUESTS}, ${KEYS} keys)`));
  console.log(
    table(
      ['', 'median'],
      timed.map(({ name }, index) => [name, number(medians[index] ?? NaN)]),
    ),
  );
  const ratio = Math.max(...medians) / Math.min(...medians);
  return [{ what: 'check of a key: slowest to fastest of right and wrong ones', atMost: 1.05, got: ratio }];
}
