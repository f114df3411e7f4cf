/** µs of the monotonic clock, which is one for all processes of a machine. */
export const nowUs = (): number => Number(process.hrtime.bigint() / 1000n);
