/** Turns texts into vectors. */
export interface Embedder {
  /** Part of the key of stored vectors, because vectors of different models cannot be compared. */
  readonly model: string;
  /**
   * One vector per text, in their order, all of one length.
   * @throws ToolError when the endpoint cannot be asked or answers nonsense; the reason of `signal` when it is aborted.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}
