import { textOrNull } from "./abstract.ts";
import { PMID } from "./identifiers.ts";
import { childAt, childrenOf, type XmlElement } from "./xml.ts";

export const STATES = ["retracted", "expression_of_concern", "corrected", "republished", "updated"] as const;
export const NOTICE_KINDS = ["retraction", "expression_of_concern", "correction", "republication", "update"] as const;

type State = (typeof STATES)[number];
type NoticeKind = (typeof NOTICE_KINDS)[number];

interface Notice {
  readonly kind: NoticeKind;
  /** PMID of the other article of the pair; null when PubMed names none. */
  readonly pmid: string | null;
  /** Its citation, as PubMed prints it. */
  readonly ref: string | null;
  /** PubMed's own name of the relation, which also gives its direction (`RetractionIn`, `RetractionOf`). */
  readonly raw: string;
}

export interface PublicationState {
  readonly states: readonly (State | "none_known")[];
  readonly notices: readonly Notice[];
  /** This record is itself the notice on another article. */
  readonly isNotice: boolean;
}

interface Relation {
  readonly kind: NoticeKind;
  /** What the relation says of this article; nothing when it speaks of another. */
  readonly states: readonly State[];
  readonly isNotice: boolean;
}

const concerns = (kind: NoticeKind, ...states: State[]): Relation => ({ kind, states, isNotice: false });
const notice = (kind: NoticeKind): Relation => ({ kind, states: [], isNotice: true });
const successor = (kind: NoticeKind): Relation => ({ kind, states: [], isNotice: false });

// `RefType` values of NLM's PubMed DTD. The direction decides: "…In" concerns this article, "…Of" and "…For" make it
// the notice, "…From" makes it the new version. Comments, datasets, summaries and references say nothing of a state.
const RELATIONS: Readonly<Record<string, Relation>> = {
  RetractionIn: concerns("retraction", "retracted"),
  PartialRetractionIn: concerns("retraction", "retracted"),
  RetractedandRepublishedIn: concerns("retraction", "retracted", "republished"),
  ExpressionOfConcernIn: concerns("expression_of_concern", "expression_of_concern"),
  ErratumIn: concerns("correction", "corrected"),
  CorrectedandRepublishedIn: concerns("republication", "corrected", "republished"),
  RepublishedIn: concerns("republication", "republished"),
  UpdateIn: concerns("update", "updated"),
  RetractionOf: notice("retraction"),
  PartialRetractionOf: notice("retraction"),
  ExpressionOfConcernFor: notice("expression_of_concern"),
  ErratumFor: notice("correction"),
  UpdateOf: notice("update"),
  RetractedandRepublishedFrom: successor("republication"),
  CorrectedandRepublishedFrom: successor("republication"),
  RepublishedFrom: successor("republication"),
};

export interface PublicationType {
  readonly ui: string;
  readonly name: string;
}

/** MeSH unique ids of publication types: Retracted Publication; Retraction Notice and Published Erratum. */
const RETRACTED_TYPE = "D016441";
const NOTICE_TYPES: ReadonlySet<string> = new Set(["D016440", "D016425"]);
const NOTICE_NAMES = /^(?:retraction of publication|retraction notice|published erratum|expression of concern)$/i;

/**
 * Whether an article still stands, from its publication types and its `CommentsCorrections`. A correction is never a
 * retraction. `none_known` means that PubMed records nothing, not that nothing exists.
 */
export function readPublicationState(
  types: readonly PublicationType[],
  corrections: readonly XmlElement[],
): PublicationState {
  const related = corrections.flatMap((element) => {
    const raw = element.attributes.RefType ?? "";
    const relation = Object.hasOwn(RELATIONS, raw) ? RELATIONS[raw] : undefined;
    return relation === undefined ? [] : [{ relation, notice: noticeOf(element, relation.kind, raw) }];
  });
  const found = new Set<State>(related.flatMap(({ relation }) => relation.states));
  if (types.some(({ ui, name }) => ui === RETRACTED_TYPE || /^retracted publication$/i.test(name)))
    found.add("retracted");
  const states = STATES.filter((state) => found.has(state));
  return {
    states: states.length > 0 ? states : ["none_known"],
    notices: related.map((entry) => entry.notice),
    isNotice:
      related.some(({ relation }) => relation.isNotice) ||
      types.some(({ ui, name }) => NOTICE_TYPES.has(ui) || NOTICE_NAMES.test(name)),
  };
}

function noticeOf(element: XmlElement, kind: NoticeKind, raw: string): Notice {
  const pmid = textOrNull(childAt(element, "PMID"));
  return {
    kind,
    pmid: pmid !== null && PMID.test(pmid) ? pmid : null,
    ref: textOrNull(childAt(element, "RefSource")),
    raw,
  };
}

export const readPublicationTypes = (elements: readonly XmlElement[]): PublicationType[] =>
  elements.flatMap((element) => {
    const name = textOrNull(element);
    return name === null ? [] : [{ ui: element.attributes.UI?.trim() ?? "", name }];
  });

/** The `CommentsCorrections` of a citation; links to comments, datasets and references among them. */
export const correctionsOf = (citation: XmlElement | undefined): XmlElement[] =>
  childrenOf(childAt(citation, "CommentsCorrectionsList"), "CommentsCorrections");
