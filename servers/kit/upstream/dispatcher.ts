import { Agent } from "undici";

/** Time to reach a service, milliseconds. */
export const CONNECT_MS = 10_000;

/**
 * Connection pool of the default composition. Its own time limits on headers and body are off: an attempt's limit is
 * kept by the layer above, for every way a request may travel.
 */
export const createDispatcher = (): Agent =>
  new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 });
