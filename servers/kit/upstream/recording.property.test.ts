import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { writeBody, writeManifest } from "./recording.fixture.ts";
import { loadRecording, parseManifest, RecordingError } from "./recording.ts";
import { cacheKey } from "./urls.ts";

// The same manifests in every run.
fc.configureGlobal({ seed: 8_141 });

const folder = mkdtempSync(join(tmpdir(), "gene-router-recording-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const kept = writeBody(folder, "path:mtu00360\n");

const MARK = "Zq7x";
const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(MARK, `../${MARK}`, `/etc/${MARK}`, "", "\u0000", `https://${MARK}`),
);
const odd = fc.oneof(oddText, fc.jsonValue(), fc.constant(undefined));
const time = fc.constant("2026-08-28T08:59:58.120Z");

/** A response of the right form, or of nearly the right form. */
const response = fc.oneof(
  fc.record({
    status: fc.constantFrom(200, 404, 429),
    headers: fc.dictionary(fc.stringMatching(/^[A-Za-z-]{1,8}$/), oddText, { noNullPrototype: true }),
    body_text: oddText,
  }),
  fc.record({
    status: fc.constant(200),
    body: fc.constant(kept.body),
    content_sha256: fc.constant(kept.content_sha256),
    retrieved_at: time,
  }),
  fc.constantFrom(
    { fault: "reset" },
    { fault: "timeout" },
    { fault: "truncate", after_bytes: 5 },
    { fault: "truncate" },
  ),
  fc.record(
    {
      status: odd,
      headers: odd,
      body: odd,
      body_text: odd,
      fault: odd,
      after_bytes: odd,
      delay_ms: odd,
      content_sha256: odd,
      retrieved_at: odd,
    },
    { requiredKeys: [] },
  ),
);
const entry = fc.record({
  id: fc.oneof({ weight: 6, arbitrary: fc.uuid() }, { weight: 1, arbitrary: odd }),
  method: fc.constantFrom("GET", "GET", "POST"),
  url: fc.oneof(
    { weight: 6, arbitrary: fc.nat(30).map((number) => `https://api.example.org/list?b=${number}&a=1`) },
    { weight: 1, arbitrary: odd },
  ),
  form: fc.constantFrom(null, null, null, { ids: "1,2" }),
  licence: fc.constant("demo"),
  synthetic: fc.constantFrom(true, true, true, false),
  responses: fc.array(response, { minLength: 1, maxLength: 2 }),
});

it("plays exactly what a manifest says, or refuses it by number and rule, without repeating it", () => {
  let played = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 3 }), (entries) => {
      writeManifest(folder, entries);
      try {
        const recording = loadRecording(folder);
        played += 1;
        for (const { method, url, form, responses } of entries) {
          const key = cacheKey(method, url as string, form as never);
          const found = recording.responsesOf(key);
          expect(found).toHaveLength(responses.length);
          for (const [index, each] of responses.entries()) {
            const { body_text, body, fault } = each as Record<string, string | undefined>;
            expect(found?.[index]?.fault).toBe(fault ?? null);
            if (body !== undefined) expect(found?.[index]?.content.sha256).toBe(kept.content_sha256);
            // What is no character cannot be written in UTF-8.
            else expect(found?.[index]?.content.text()).toBe(utf8(body_text ?? ""));
          }
        }
        expect(recording.responsesOf(cacheKey("GET", "https://api.example.org/other", null))).toBeNull();
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        refused += 1;
        expect(error.message).toMatch(/^(?:entry \d+|manifest\.json)/);
        expect(error.message).not.toContain(MARK);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(played, refused)).toBeGreaterThan(100);
});

const utf8 = (text: string): string => new TextDecoder().decode(Buffer.from(text, "utf8"));

it("refuses whatever else a manifest file holds", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      ),
      (text) => {
        expect(() => parseManifest(text)).toThrow(RecordingError);
        writeFileSync(join(folder, "manifest.json"), text);
        expect(() => loadRecording(folder)).toThrow(RecordingError);
      },
    ),
  );
});
