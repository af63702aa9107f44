import { textOrNull } from "./abstract.ts";
import { childAt, childrenOf, type XmlElement } from "./xml.ts";

/** A date as printed: its parts verbatim, and how exact it is. `text` is free text (`MedlineDate`: ranges, seasons). */
export interface PartialDate {
  readonly raw: string;
  readonly precision: "day" | "month" | "season" | "year" | "text";
}

export interface HistoryDate extends PartialDate {
  /** PubMed's name of the event: received, accepted, pubmed, medline, entrez… */
  readonly status: string;
}

/** A date element with `Year`, `Month`, `Season`, `Day` or `MedlineDate`; null when it states no year and no text. */
export function readDate(element: XmlElement | undefined): PartialDate | null {
  const part = (name: string): string | null => textOrNull(childAt(element, name));
  const year = part("Year");
  if (year === null) {
    const text = part("MedlineDate");
    return text === null ? null : { raw: text, precision: "text" };
  }
  const season = part("Season");
  if (season !== null) return { raw: `${year} ${season}`, precision: "season" };
  const month = part("Month");
  if (month === null) return { raw: year, precision: "year" };
  const day = part("Day");
  return day === null
    ? { raw: `${year} ${month}`, precision: "month" }
    : { raw: `${year} ${month} ${day}`, precision: "day" };
}

/**
 * Year of publication, four digits as printed: the issue date's, else the first four digits of its `MedlineDate`;
 * null when neither holds four.
 */
export function readYear(element: XmlElement | undefined): string | null {
  const year = textOrNull(childAt(element, "Year"));
  if (year !== null && /^\d{4}$/.test(year)) return year;
  return /\d{4}/.exec(textOrNull(childAt(element, "MedlineDate")) ?? "")?.[0] ?? null;
}

export const readHistory = (history: XmlElement | undefined): HistoryDate[] =>
  childrenOf(history, "PubMedPubDate").flatMap((element) => {
    const date = readDate(element);
    return date === null ? [] : [{ status: element.attributes.PubStatus?.trim() || "unknown", ...date }];
  });
