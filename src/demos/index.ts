import { bitmallDemo } from './bitmall/bitmall.demo';
import type { Demo } from './demo';
import { replenishmentDemo } from './replenishment/replenishment.demo';
import { salesDemo } from './sales/sales.demo';
import { shopDemo } from './shop/shop.demo';
import { weatherDemo } from './weather/weather.demo';

/** The demo domains of the service. */
export const DEMOS: readonly Demo[] = [salesDemo, bitmallDemo, shopDemo, weatherDemo, replenishmentDemo];
