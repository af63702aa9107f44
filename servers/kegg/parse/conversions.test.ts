import { expect, it } from "vitest";
import { parseConversions } from "./conversions.ts";

it("reads gene and target of each row", () => {
  expect(parseConversions("mtu:Rv1908c\tup:P9WIE5\nmtu:Rv1908c\tup:I6YBX7\n", "uniprot")).toEqual([
    { geneId: "mtu:Rv1908c", targetId: "up:P9WIE5" },
    { geneId: "mtu:Rv1908c", targetId: "up:I6YBX7" },
  ]);
});

it.each([
  ["another database's ids", "mtu:Rv1908c\tncbi-geneid:885638\n"],
  ["ids that no page has", "mtu:Rv1908c\tup:../x\n"],
  ["one column", "mtu:Rv1\n"],
])("refuses %s", (_name, text) => {
  expect(() => parseConversions(text, "uniprot")).toThrow(/^Line 1 of the KEGG answer is not a /);
});
