import { Injectable } from '@nestjs/common';

@Injectable()
export class StockService {
  readonly #pieces = new Map([
    ['A-17', 42],
    ['B-03', 0],
  ]);

  pieces(article: string): number | undefined {
    return this.#pieces.get(article);
  }
}
