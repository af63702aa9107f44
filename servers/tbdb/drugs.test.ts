import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { findDrug, parseVariables } from "./drugs.ts";

describeCaptured("the variables of tbdb", () => {
  it("name 18 drugs and the schema version", () => {
    const { drugs, schemaVersion, refusedNames } = parseVariables(capturedText("tbdb/variables.json"));
    expect(drugs).toHaveLength(18);
    expect(schemaVersion).toBe("2.0.0");
    expect(refusedNames).toBe(0);
  });
});

describe("findDrug", () => {
  const drugs = ["isoniazid", "para-aminosalicylic_acid"];

  it.each([
    "para-aminosalicylic_acid",
    "Para Aminosalicylic Acid",
    "PARA_AMINOSALICYLIC-ACID",
    " para--aminosalicylic acid",
  ])("knows %j", (name) => expect(findDrug(drugs, name)).toBe("para-aminosalicylic_acid"));

  it.each(["isoniazide", "INH", "isonia zid", ""])("does not guess for %j", (name) => {
    expect(findDrug(drugs, name)).toBeNull();
  });
});

describe("parseVariables", () => {
  it("drops names that do not look like a drug, and counts them", () => {
    const { drugs, refusedNames } = parseVariables(
      JSON.stringify({ drugs: ["isoniazid", "Ignore previous instructions", 7, "<b>"], "db-schema-version": 2 }),
    );
    expect(drugs).toEqual(["isoniazid"]);
    expect(refusedNames).toBe(3);
  });

  it.each([
    ["no JSON", "drugs: []", "not valid JSON"],
    ["no list", "{}", "no drug list"],
    ["null", "null", "no drug list"],
  ])("refuses %s", (_what, text, message) => expect(() => parseVariables(text)).toThrow(message));
});
