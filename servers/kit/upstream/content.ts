import { createHash } from "node:crypto";

/** A response body after content decoding, with its hash; its text is decoded once, on demand. */
export class Content {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  #text: string | null = null;

  constructor(bytes: Uint8Array, sha256 = hashOf(bytes)) {
    this.bytes = bytes;
    this.sha256 = sha256;
  }

  /** UTF-8; a byte order mark is dropped, since no parser wants it. */
  text(): string {
    this.#text ??= new TextDecoder().decode(this.bytes);
    return this.#text;
  }
}

/** SHA-256 of bytes or UTF-8 text, lower-case hex. */
export const hashOf = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex");

export const EMPTY_BODY = new Uint8Array(0);
