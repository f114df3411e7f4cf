import { CurrentTimeTool } from '../../src/tools/current-time.tool';
import { dateInZone, isoInZone } from '../../src/tools/zoned-time';
import { aCall, aContext, registryOf } from './support';

describe('the current time', () => {
  it("is the run's clock in the run's zone and language", async () => {
    const tools = (await registryOf(CurrentTimeTool)).toolsFor(['getCurrentTime']);
    const prepared = await tools.prepare(aCall('getCurrentTime', ''));
    expect(prepared).toMatchObject({ ok: true, effect: 'read', needsApproval: false });
    const ask = async (language: 'zh' | 'en', timeZone: string): Promise<unknown> => {
      const run = { id: 'r', agent: 'a', tenant: 't', language };
      const { observation } = await tools.invoke(aCall('getCurrentTime'), {}, aContext({ run, timeZone }));
      return JSON.parse(observation.content);
    };
    expect(await ask('zh', 'Asia/Shanghai')).toEqual({
      now: '2026-06-30T19:05:23+08:00',
      date: '2026-06-30',
      weekday: '星期二',
      timeZone: 'Asia/Shanghai',
    });
    expect(await ask('en', 'Pacific/Kiritimati')).toMatchObject({ date: '2026-07-01', weekday: 'Wednesday' });
  });

  const rows: [string, string, string][] = [
    ['2026-01-15T12:00:00.999Z', 'America/New_York', '2026-01-15T07:00:00-05:00'],
    ['2026-07-15T12:00:00Z', 'America/New_York', '2026-07-15T08:00:00-04:00'],
    ['2026-12-31T23:59:59Z', 'Asia/Kolkata', '2027-01-01T05:29:59+05:30'],
    ['2026-03-01T00:00:00Z', 'America/St_Johns', '2026-02-28T20:30:00-03:30'],
    ['2026-06-30T00:00:00Z', 'UTC', '2026-06-30T00:00:00+00:00'],
    ['2026-06-29T16:00:00Z', 'Asia/Shanghai', '2026-06-30T00:00:00+08:00'],
    ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:59:59+00:00'],
  ];
  it.each(rows)('%s in %s is %s', (instant, timeZone, iso) => {
    expect(isoInZone(Date.parse(instant), timeZone)).toBe(iso);
    expect(dateInZone(Date.parse(instant), timeZone)).toBe(iso.slice(0, 10));
  });

  it('refuses an unknown zone', () => {
    expect(() => isoInZone(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});
