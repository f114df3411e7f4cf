/** `2026-06-30T19:05:23+08:00`: an instant in epoch ms on the clocks of an IANA zone. @throws RangeError for an unknown zone */
export function isoInZone(epochMs: number, timeZone: string): string {
  const { date, time, asUtcMs } = wallClock(epochMs, timeZone);
  const offsetMinutes = Math.round((asUtcMs - Math.floor(epochMs / 1000) * 1000) / 60_000);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const minutes = Math.abs(offsetMinutes);
  return `${date}T${time}${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** `2026-06-30`: the day that an instant falls on in a zone. */
export function dateInZone(epochMs: number, timeZone: string): string {
  const second = Math.floor(epochMs / 1000);
  if (lastDay?.second === second && lastDay.timeZone === timeZone) return lastDay.date;
  const { date } = wallClock(epochMs, timeZone);
  lastDay = { second, timeZone, date };
  return date;
}

/** Under load many runs start within a second, and each asks for its day. */
let lastDay: { second: number; timeZone: string; date: string } | undefined;

/** Long name of the day in a language, e.g. `Tuesday` or `星期二`. */
export const weekdayInZone = (epochMs: number, timeZone: string, language: 'zh' | 'en'): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-US', { timeZone, weekday: 'long' }).format(epochMs);

function wallClock(epochMs: number, timeZone: string): { date: string; time: string; asUtcMs: number } {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  return { date, time, asUtcMs: Date.parse(`${date}T${time}Z`) };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes a thousand times as long as using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
