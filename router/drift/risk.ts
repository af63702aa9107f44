/**
 * What a difference can do. `text`: a model reads other words. `schema-widened`: more can be sent, or comes back.
 * `schema-narrowed`: what was accepted is refused. `annotation`: a promise about behaviour changed. `cosmetic`: none of it.
 */
export type RiskClass = "text" | "schema-widened" | "schema-narrowed" | "annotation" | "cosmetic";

/** How urgently someone should look: `critical` = a promise was lost that hosts and this router rely on, or nobody knows. */
export type Severity = "critical" | "high" | "medium" | "low";

/** One difference inside a definition. `before` or `after` is undefined where there was or is nothing. */
export interface FieldChange {
  /** `description`, `inputSchema.properties.gene.enum`; "" = the whole. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly risks: readonly RiskClass[];
  readonly severity: Severity;
}

const ORDER: readonly Severity[] = ["critical", "high", "medium", "low"];

export const bySeverity = (a: Severity, b: Severity): number => ORDER.indexOf(a) - ORDER.indexOf(b);

export const worst = (severities: readonly Severity[]): Severity => [...severities].sort(bySeverity)[0] ?? "low";

const OF_CLASS: Readonly<Record<RiskClass, Severity>> = {
  text: "high",
  "schema-widened": "high",
  annotation: "high",
  "schema-narrowed": "medium",
  cosmetic: "low",
};

/** A field change with the severity of its worst class, unless said otherwise. */
export const fieldChange = (
  path: string,
  before: unknown,
  after: unknown,
  risks: readonly RiskClass[],
  severity: Severity = worst(risks.map((risk) => OF_CLASS[risk])),
): FieldChange => ({ path, before, after, risks, severity });

/** A change that no rule knows is taken for the worst. */
export const unknownChange = (path: string, before: unknown, after: unknown): FieldChange =>
  fieldChange(path, before, after, ["annotation"], "critical");

export const joined = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);
