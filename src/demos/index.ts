import { bitmallDemo } from './bitmall/bitmall.demo';
import type { Demo } from './demo';
import { salesDemo } from './sales/sales.demo';

/** The demo domains of the service. */
export const DEMOS: readonly Demo[] = [salesDemo, bitmallDemo];
