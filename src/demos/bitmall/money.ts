/** The amount as people write it: 199900 minor units are 1999, 29990 are 299.9. */
export const majorUnits = (amountMinor: number): number => amountMinor / 100;

/** `1,999` or `299.90`: thousands apart, cents in two digits or not at all. */
export function writtenAmount(amount: number): string {
  const [whole = '', cents = ''] = Math.abs(amount).toFixed(2).split('.');
  const grouped = [...whole].map((digit, index) =>
    index > 0 && (whole.length - index) % 3 === 0 ? `,${digit}` : digit,
  );
  return `${amount < 0 ? '-' : ''}${grouped.join('')}${cents === '00' ? '' : `.${cents}`}`;
}
