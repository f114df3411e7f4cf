const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** `2026-06-30` of an instant (epoch ms) in an IANA zone. */
export function dateInZone(at: number, timeZone: string): string {
  let format = FORMATS.get(timeZone);
  if (!format) {
    // en-CA writes ISO dates; a formatter takes some 50 µs to make, so one is kept per zone
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    FORMATS.set(timeZone, format);
  }
  return format.format(at);
}
