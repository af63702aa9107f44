import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { FEATURE_TYPES, featureIds } from "./features.ts";
import { parseEntry } from "./parse-entry.ts";

const featuresOf = (features: unknown[]) => {
  const entry = parseEntry({ entryType: "UniProtKB reviewed (Swiss-Prot)", primaryAccession: "P9WIE5", features });
  return entry.status === "inactive" ? [] : (entry.raw.features ?? []);
};

const feature = (start: unknown, end: unknown, extra = {}) => ({ type: "Site", location: { start, end }, ...extra });
const at = (value: number | null, modifier = "EXACT") => ({ value, modifier });

describe("ids of features", () => {
  it.each([
    ["exact ends", at(3), at(9), "P9WIE5:Site:3-9"],
    ["ends outside the sequence", at(1, "OUTSIDE"), at(9, "OUTSIDE"), "P9WIE5:Site:<1->9"],
    ["an unsure end", at(3, "UNSURE"), at(9), "P9WIE5:Site:?3-9"],
    ["an unknown end", at(3), at(null, "UNKNOWN"), "P9WIE5:Site:3-?"],
    ["no ends at all", undefined, undefined, "P9WIE5:Site:?-?"],
  ])("keep %s", (_name, start, end, id) => {
    expect(featureIds("P9WIE5", featuresOf([feature(start, end)]))).toEqual([id]);
  });

  it("tell features of one type at one place apart", () => {
    const ids = featureIds(
      "P9WIE5",
      featuresOf([
        feature(at(3), at(3), { featureId: "VAR_000001" }),
        feature(at(3), at(3)),
        feature(at(3), at(3)),
        feature(at(4), at(4)),
      ]),
    );
    expect(ids).toEqual(["P9WIE5:Site:3-3:VAR_000001", "P9WIE5:Site:3-3:1", "P9WIE5:Site:3-3:2", "P9WIE5:Site:4-4"]);
  });
});

describeCaptured("captured features", () => {
  it.each(["uniprot/P30542.json", "uniprot/website/nonHumanEntryModelData.json"])("of %s have unique ids", (file) => {
    const entry = parseEntry(JSON.parse(capturedText(file)));
    if (entry.status === "inactive") throw new Error("expected an active entry");
    const ids = featureIds(entry.accession, entry.raw.features ?? []);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
    const known: ReadonlySet<string> = new Set(FEATURE_TYPES);
    expect(entry.raw.features?.filter(({ type }) => !known.has(type ?? ""))).toEqual([]);
  });
});
