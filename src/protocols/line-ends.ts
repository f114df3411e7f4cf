/** Makes `\n` of `\r\n` and drops byte order marks, in one text or over chunks: a `\r` at the end waits for what follows. */
export class LineEnds {
  #open = '';

  push(chunk: string): string {
    const text = this.#open + chunk;
    this.#open = text.endsWith('\r') ? '\r' : '';
    return unixLines(this.#open === '' ? text : text.slice(0, -1));
  }
}

export const unixLines = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\ufeff', '');
