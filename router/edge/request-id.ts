import { randomUUID } from "node:crypto";

/** What a caller may choose: nothing that could break a log line or a header. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's `X-Request-ID` if it is acceptable, else a new one. */
export const requestIdOf = (header: string | undefined): string =>
  header !== undefined && ACCEPTABLE.test(header) ? header : randomUUID();
