/** A healthy answer, made by hand: nothing in it is an answer that a service gave. */
export interface WorldEntry {
  /** Below the service's base. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Of a POST. */
  readonly form?: Readonly<Record<string, string | number>>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
