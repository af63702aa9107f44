import { Agent, type Dispatcher } from "undici";
import { strictDecoding } from "./strict-decoding.ts";

/** Time to reach a service, milliseconds. */
export const CONNECT_MS = 10_000;

/**
 * Connection pool of the default composition; The pool's own time limits on
 * headers and body are off: an attempt's limit is kept by the layer above, for every way a request may travel.
 */
export const createDispatcher = ({ maxResponseBytes }: { readonly maxResponseBytes: number }): Dispatcher =>
  new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 }).compose(
    strictDecoding(maxResponseBytes),
  );
