import { describe, expect, it } from "vitest";
import { readPublicationState } from "./publication-state.ts";
import { parseXml } from "./xml.ts";

const correction = (refType: string) =>
  parseXml(
    `<CommentsCorrections RefType="${refType}"><RefSource>J Test. 2020;1:2</RefSource><PMID>99000002</PMID></CommentsCorrections>`,
  );
const stateOf = (...refTypes: string[]) => readPublicationState([], refTypes.map(correction));

describe("publication state", () => {
  it.each([
    ["RetractionIn", ["retracted"], false],
    ["PartialRetractionIn", ["retracted"], false],
    ["RetractedandRepublishedIn", ["retracted", "republished"], false],
    ["ExpressionOfConcernIn", ["expression_of_concern"], false],
    ["ErratumIn", ["corrected"], false],
    ["CorrectedandRepublishedIn", ["corrected", "republished"], false],
    ["RepublishedIn", ["republished"], false],
    ["UpdateIn", ["updated"], false],
    ["RetractionOf", ["none_known"], true],
    ["ExpressionOfConcernFor", ["none_known"], true],
    ["ErratumFor", ["none_known"], true],
    ["UpdateOf", ["none_known"], true],
    ["RepublishedFrom", ["none_known"], false],
  ])("follows the direction of %s", (refType, states, isNotice) => {
    const state = stateOf(refType);
    expect(state).toMatchObject({ states, isNotice });
    expect(state.notices).toMatchObject([{ pmid: "99000002", ref: "J Test. 2020;1:2", raw: refType }]);
  });

  it.each(["CommentIn", "CommentOn", "Cites", "AssociatedDataset", "SummaryForPatientsIn", "constructor"])(
    "is not touched by %s",
    (refType) => {
      expect(stateOf(refType)).toEqual({ states: ["none_known"], notices: [], isNotice: false });
    },
  );

  it("lists several states in one order, whatever the order of the notices", () => {
    expect(stateOf("ErratumIn", "RetractionIn").states).toEqual(stateOf("RetractionIn", "ErratumIn").states);
  });

  it("never makes a retraction out of a correction", () => {
    expect(stateOf("ErratumIn").states).not.toContain("retracted");
  });

  it.each([
    ["the type Retracted Publication, without any notice", "D016441", "", ["retracted"], false],
    ["its name without an id", "", "Retracted Publication", ["retracted"], false],
    ["a retraction notice", "D016440", "Retraction of Publication", ["none_known"], true],
    ["an erratum", "D016425", "Published Erratum", ["none_known"], true],
    ["a plain article", "D016428", "Journal Article", ["none_known"], false],
  ])("knows %s", (_name, ui, name, states, isNotice) => {
    expect(readPublicationState([{ ui, name }], [])).toMatchObject({ states, isNotice });
  });

  it("names no PMID that is none", () => {
    const odd = parseXml('<CommentsCorrections RefType="ErratumIn"><PMID>n/a</PMID></CommentsCorrections>');
    expect(readPublicationState([], [odd]).notices).toEqual([
      { kind: "correction", pmid: null, ref: null, raw: "ErratumIn" },
    ]);
  });
});
