import { join } from 'node:path';
import { runChildScript } from '../support/child-script';
import { temporaryDirectory } from '../support/temporary-directory';

describe('a transactional tool whose process is killed', () => {
  const directory = temporaryDirectory();

  it.each(['before the intent', 'after the intent', 'in the transaction', 'after the commit', 'after the outcome'])(
    '%s has one effect, and the run goes on to its end (P03)',
    async (point) => {
      const file = join(directory, `${point.replaceAll(' ', '-')}.db`);
      const killed = runChildScript('effects/pay-and-die.ts', file, point);
      expect(await killed.ended).toBe('SIGKILL');

      const next = runChildScript('effects/pay-and-die.ts', file);
      const { value } = await next.lines.next();

      expect(JSON.parse(String(value))).toEqual({ answers: ['Observation: A1 is paid'], payments: 1 });
      expect(await next.ended).toBe(0);
    },
    120_000,
  );
});
