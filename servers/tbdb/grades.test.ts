import { describe, expect, it } from "vitest";
import { isAssociated, parseGrade } from "./grades.ts";

describe("parseGrade", () => {
  it.each([
    ["Assoc w R", "assoc_w_r"],
    ["Assoc w R - Interim", "assoc_w_r_interim"],
    ["Uncertain significance", "uncertain"],
    ["Not assoc w R - Interim", "not_assoc_w_r_interim"],
    ["Not assoc w R", "not_assoc_w_r"],
    ["", "ungraded"],
    ["   ", "ungraded"],
  ])("reads %j as %s", (wording, grade) => expect(parseGrade(wording)).toBe(grade));

  it.each([
    ["1) Assoc w R", "assoc_w_r"],
    ["2) Assoc w R - Interim", "assoc_w_r_interim"],
    ["5) NOT ASSOC W R", "not_assoc_w_r"],
    ["3. uncertain  significance", "uncertain"],
    ["assoc w r – interim", "assoc_w_r_interim"],
    ["Assoc w R-Interim", "assoc_w_r_interim"],
  ])("ignores number, case and spacing in %j", (wording, grade) => expect(parseGrade(wording)).toBe(grade));

  it.each(["Assoc w S", "Associated", "1", "NA", "Assoc w R ?", "Not Assoc w R, Interim", "Assoc w RI"])(
    "knows no grade for %j and never calls it associated",
    (wording) => {
      expect(parseGrade(wording)).toBeNull();
      expect(isAssociated(parseGrade(wording))).toBe(false);
    },
  );

  it("calls only the first two grades associated", () => {
    expect(["Assoc w R", "Assoc w R - Interim"].map(parseGrade).every(isAssociated)).toBe(true);
    expect(["Uncertain significance", "Not assoc w R", ""].map(parseGrade).some(isAssociated)).toBe(false);
  });
});
