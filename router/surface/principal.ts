/** Who asks. */
export interface Principal {
  /** Stable for one caller: issuer and subject of its token, else its address. Never shown; a log holds a keyed hash of it. */
  readonly id: string;
  /** What its token grants; null: callers are not authenticated, and may do everything. */
  readonly scopes: ReadonlySet<string> | null;
}

/** The command line and the host of a stdio router: whoever runs this process. */
export const THIS_PROCESS: Principal = { id: "this-process", scopes: null };
