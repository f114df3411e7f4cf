const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** ISO 8601 with a zone, on a day that exists: `Date.parse` would take 30 February for 2 March. */
export function isInstant(text: string): boolean {
  const [, year, month, day, hour] = (INSTANT.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || hour === undefined) return false;
  const daysOfMonth = (Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1)) / 86_400_000;
  return day <= daysOfMonth && hour <= 23 && !Number.isNaN(Date.parse(text));
}

/** Whether `name` is an IANA time zone that this system knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
