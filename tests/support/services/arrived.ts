import type { ServiceName } from "./service-names.ts";

/** A request as it arrived. */
export interface Arrived {
  readonly service: ServiceName;
  readonly method: string;
  /** Below the service's base, with the query: `/link/pathway/mtu:Rv1908c`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
}
