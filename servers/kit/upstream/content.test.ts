import { expect, it } from "vitest";
import { Content } from "./content.ts";

it("hashes the bytes and reads them as UTF-8 without a byte order mark", () => {
  const content = new Content(Buffer.from("\ufeffNomenclature: β-lactam"));
  expect(content.text()).toBe("Nomenclature: β-lactam");
  expect(new Content(Buffer.from("abc")).sha256).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

it("shows broken UTF-8 as replacement characters instead of failing", () => {
  expect(new Content(Uint8Array.of(0x61, 0xff)).text()).toBe("a\ufffd");
});
