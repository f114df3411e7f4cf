/** The highest less the lowest, as the calculator takes it. */
export function differenceOf(values: readonly number[]): string {
  return `${Math.max(...values)} - ${operand(Math.min(...values))}`;
}

export const meanOf = (values: readonly number[]): string => `(${values.map(operand).join(' + ')}) / ${values.length}`;

const operand = (value: number): string => (value < 0 ? `(${value})` : String(value));
