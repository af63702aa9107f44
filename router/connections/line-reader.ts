export interface Line {
  readonly text: string;
  readonly bytes: number;
}

const NEWLINE = 0x0a;

/** Divides bytes into lines as they arrive. A line longer than the cap is dropped unread, and so is all that follows. */
export class LineReader {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #overflowed = false;

  /** @param maxBytes of one line. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** The lines that these bytes complete, without their ends. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    while (!this.#overflowed) {
      const end = chunk.indexOf(NEWLINE, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      this.#bytes += piece.length;
      if (this.#bytes > this.#maxBytes) {
        this.#overflowed = true;
        this.#pieces = [];
        break;
      }
      if (piece.length > 0) this.#pieces.push(piece);
      if (end === -1) break;
      lines.push({ text: Buffer.concat(this.#pieces).toString("utf8").replace(/\r$/, ""), bytes: this.#bytes });
      this.#pieces = [];
      this.#bytes = 0;
      from = end + 1;
    }
    return lines;
  }
}
