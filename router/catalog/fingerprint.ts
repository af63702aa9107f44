import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** SHA-256, in hex, over the canonical JSON of a value. Equal values have equal fingerprints whatever their key order. */
export const fingerprintOf = (value: unknown): string =>
  createHash("sha256").update(canonicalJson(value)).digest("hex");
