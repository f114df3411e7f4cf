/** The amount as people write it: 199900 minor units are 1999, 29990 are 299.9. */
export const majorUnits = (amountMinor: number): number => amountMinor / 100;
