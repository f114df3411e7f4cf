import { PROTOCOLS } from '../../src/index';
import { namesOf, orphansOf, readLog, UNRELEASED, versions, writeLogs, writeViews } from './files';
import { recordAll } from './record-all';
import type { Recording } from './recording';

describe('recording the golden logs again', () => {
  let recordings: Recording[];
  beforeAll(async () => {
    recordings = await recordAll();
    if (process.env.GOLDEN_UPDATE !== '1') return;
    writeLogs(recordings);
    await writeViews();
  }, 120_000);

  it('gives the same situations', () => {
    expect(recordings.map(({ name }) => name).sort()).toEqual(namesOf(UNRELEASED));
    expect(versions().flatMap(orphansOf)).toEqual([]);
  });

  it.each(['auto', ...PROTOCOLS.keys()])('gives the same events in %s (npm run golden:update)', (protocol) => {
    const recorded = recordings.filter(({ name }) => name.endsWith(`.${protocol}`));
    expect(recorded.length).toBeGreaterThan(0);
    for (const { name, events } of recorded) expect([name, events]).toEqual([name, readLog(UNRELEASED, name)]);
  });
});
