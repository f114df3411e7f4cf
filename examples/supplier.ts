import { Injectable } from '@nestjs/common';

/** Stands for a back end that takes an idempotency key and can be asked by it. */
@Injectable()
export class Supplier {
  readonly #orders = new Map<string, string>();

  async order(article: string, key: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const order = this.#orders.get(key) ?? `A pallet of ${article} is ordered`;
    this.#orders.set(key, order);
    return order;
  }

  async find(key: string): Promise<string | undefined> {
    return this.#orders.get(key);
  }
}
