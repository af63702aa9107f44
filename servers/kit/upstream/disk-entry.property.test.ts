import fc from "fast-check";
import { expect, it } from "vitest";
import { KEPT_HEADERS, keptHeaders } from "./answer-kept.ts";
import { decodeDiskEntry, encodeDiskEntry } from "./disk-entry.ts";
import { keptAnswer } from "./kept-answer.fixture.ts";
import { keyOfAudit } from "./urls.ts";

// The same files in every run.
fc.configureGlobal({ seed: 8_141 });

const time = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const answer = fc
  .record({
    body: fc.uint8Array({ maxLength: 200 }),
    status: fc.constantFrom(200, 404),
    source: fc.stringMatching(/^[a-z]{1,10}$/),
    fetchedAt: time,
    validatedAt: fc.option(time),
    headers: fc.dictionary(fc.constantFrom(...KEPT_HEADERS), fc.string({ unit: "binary" }), { noNullPrototype: true }),
    params: fc.option(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string({ unit: "binary" }), { noNullPrototype: true }),
    ),
  })
  .map((fields) => keptAnswer({ ...fields, method: fields.params === null ? "GET" : "POST" }));

it("comes back from its file byte for byte", () => {
  fc.assert(
    fc.property(answer, (given) => {
      const key = keyOfAudit(given.method, given.url, given.params);
      const read = decodeDiskEntry(encodeDiskEntry(given), key);
      expect(read).toMatchObject({ ...given, content: { sha256: given.content.sha256 } });
      expect(Buffer.from(read?.content.bytes ?? []).equals(Buffer.from(given.content.bytes))).toBe(true);
      expect(keptHeaders(given.headers)).toEqual(given.headers);
    }),
  );
});

it("is a miss for every other request", () => {
  fc.assert(
    fc.property(answer, fc.stringMatching(/^[0-9a-f]{64}$/), (given, key) => {
      expect(decodeDiskEntry(encodeDiskEntry(given), key)).toBeNull();
    }),
  );
});

it("is a miss once a byte of it is lost or another, or still the very same answer", () => {
  fc.assert(
    fc.property(answer, fc.nat(), fc.option(fc.nat(255)), (given, place, byte) => {
      const key = keyOfAudit(given.method, given.url, given.params);
      const file = encodeDiskEntry(given);
      const at = place % file.length;
      const damaged = byte === null ? file.subarray(0, at) : Buffer.from(file);
      if (byte !== null) damaged[at] = byte;
      const read = decodeDiskEntry(damaged, key);
      // The hash guards the body; a changed header must still be one that this program writes.
      if (read !== null) expect(read.content.sha256).toBe(given.content.sha256);
    }),
    { numRuns: 1_000 },
  );
});

it("never throws, whatever the file holds", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.jsonValue(), (bytes, value) => {
      expect(decodeDiskEntry(Buffer.from(bytes), "0")).toBeNull();
      expect(decodeDiskEntry(Buffer.concat([Buffer.from(`${JSON.stringify(value)}\n`), bytes]), "0")).toBeNull();
    }),
  );
});
