import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import type { Dispatcher } from "undici";

type Decode = (
  packed: Buffer,
  options: { maxOutputLength: number },
  done: (error: Error | null, body: Buffer) => void,
) => void;

const ZLIB_HEADER = 0x08;

/** HTTP's `deflate` is the zlib format; some servers send the bare stream, which starts otherwise. */
const inflateEither: Decode = (packed, options, done) =>
  ((packed[0] ?? ZLIB_HEADER) & 0x0f) === ZLIB_HEADER
    ? inflate(packed, options, done)
    : inflateRaw(packed, options, done);

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  br: brotliDecompress,
  deflate: inflateEither,
};

/** Proxies pack once more what is packed already; a longer list is an attack on whoever unpacks it. */
export const MAX_CODINGS = 3;

const untouched: Decode = (body, _options, done) => done(null, body);

/** How to undo a body's codings, the last one first; null where it has none, too many, or one that is not known. */
function decoderOf(header: string | string[] | undefined): Decode | null {
  const codings = [header ?? []]
    .flat()
    .flatMap((value) => value.split(","))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length === 0 || codings.length > MAX_CODINGS) return null;
  if (!codings.every((coding) => Object.hasOwn(DECODERS, coding))) return null;
  return codings.reduceRight((undo, coding) => inTurn(undo, DECODERS[coding]!), untouched);
}

const inTurn =
  (first: Decode, second: Decode): Decode =>
  (packed, options, done) =>
    first(packed, options, (error, body) => (error === null ? second(body, options, done) : done(error, body)));

/**
 * Decodes bodies so that one cut in its compressed stream is an error: `fetch` hands out what it could decode and calls
 * it the whole, and a shortened list of rows would pass for all there is. At most `maxBytes` on either side.
 */
export const strictDecoding =
  (maxBytes: number): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, new DecodingHandler(handler, maxBytes));

class DecodingHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #maxBytes: number;
  #decode: Decode | null = null;
  #packed: Buffer[] = [];
  #bytes = 0;
  #failed = false;

  constructor(handler: Dispatcher.DispatchHandler, maxBytes: number) {
    this.#handler = handler;
    this.#maxBytes = maxBytes;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
    message?: string,
  ): void {
    const { "content-encoding": coding, "content-length": _, ...rest } = headers;
    this.#decode = decoderOf(coding);
    this.#handler.onResponseStart?.(controller, status, this.#decode === null ? headers : rest, message);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#failed) return;
    if (this.#decode === null) {
      this.#handler.onResponseData?.(controller, chunk);
      return;
    }
    this.#bytes += chunk.byteLength;
    if (this.#bytes <= this.#maxBytes) {
      this.#packed.push(chunk);
      return;
    }
    this.#failed = true;
    const error = new PackedTooLarge();
    controller.abort(error);
    // undici reports no abort of an answer whose last bytes are here already, and `fetch` hears no error that comes in
    // the same turn as the headers.
    setImmediate(() => this.#handler.onResponseError?.(controller, error));
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: Record<string, string | string[]>): void {
    const decode = this.#decode;
    if (this.#failed) return;
    if (decode === null || this.#bytes === 0) {
      this.#handler.onResponseEnd?.(controller, trailers);
      return;
    }
    decode(Buffer.concat(this.#packed), { maxOutputLength: this.#maxBytes }, (error, body) => {
      if (this.#failed || controller.aborted) return;
      if (error !== null) {
        this.onResponseError(controller, error);
        return;
      }
      this.#handler.onResponseData?.(controller, body);
      this.#handler.onResponseEnd?.(controller, trailers);
    });
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#handler.onResponseError?.(controller, error);
  }
}

class PackedTooLarge extends Error {
  readonly code = TOO_LARGE_CODE;
}

/** What zlib itself says when its output grows too long. */
export const TOO_LARGE_CODE = "ERR_BUFFER_TOO_LARGE";
