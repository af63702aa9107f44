import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it } from "vitest";

/** Real upstream answers that live beside the repository and are never copied into it. */
const SHARED = resolve(import.meta.dirname, "../../../../shared");
const CAPTURED = join(SHARED, "captured");

export const capturedIsHere = existsSync(CAPTURED);

export const capturedPath = (file: string): string => join(CAPTURED, file);
export const capturedBytes = (file: string): Buffer => readFileSync(capturedPath(file));
export const capturedText = (file: string): string => capturedBytes(file).toString("utf8");

/** A suite over captured answers; where they are absent it is skipped, counted, and its name says why. */
export const describeCaptured = (name: string, suite: () => void): void => {
  if (capturedIsHere) describe(name, suite);
  else describe.skip(`${name} [skipped: ../shared/captured is absent]`, () => collect(suite));
};

/** Cases that are made from the files themselves cannot be listed without them; one stands for them all. */
function collect(suite: () => void): void {
  try {
    suite();
  } catch {
    it("every case that is read from the captured files", () => {});
  }
}

/** One captured file as the answer to one request, for a replay recording in a temporary folder. */
export interface CapturedRow {
  /** Path below `captured/`. */
  readonly file: string;
  readonly method: "GET" | "POST";
  /** Key form of the URL: parameters sorted, without identity parameters. */
  readonly url: string;
  /** Form body of a POST, key form. */
  readonly form: Readonly<Record<string, string>> | null;
  readonly licence: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Turns stored bytes into the body that the service sent (gunzip, take a field out of a wrapper). */
  readonly transform?: (stored: Buffer) => Buffer;
}
