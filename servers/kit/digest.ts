import { createHash } from "node:crypto";

/** SHA-256 as lower-case hex. */
export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** A short fingerprint for cursors: 96 bits, enough to tell two lists apart. */
export const fingerprint = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 24);
