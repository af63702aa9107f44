import type { CapturedRow } from "./captured.ts";

const API = "https://version-12-0.string-db.org/api/json";

/** The captured partners of katG as the answer to a request for `limitSent` rows. */
const partnersRow = (limitSent: number): CapturedRow => ({
  file: "string/interaction_partners_Rv1908c.json",
  method: "POST",
  url: `${API}/interaction_partners`,
  form: { identifiers: "83332.Rv1908c", limit: String(limitSent), required_score: "700", species: "83332" },
  licence: "cc-by-4.0-string",
  headers: { "content-type": "application/json" },
});

/**
 * Five partners were captured, the number that was asked for, and a tool asks for one more than it shows. Hence with
 * `limit: 4` the fifth is the surplus row that proves truncation; with `limit: 5` and by default (20) all five are
 * shown, as if there were no more. Ids were captured for one offer a name; katG has no second.
 */
export const stringRows: CapturedRow[] = [
  {
    file: "string/get_string_ids_katG.json",
    method: "POST",
    url: `${API}/get_string_ids`,
    form: { echo_query: "1", identifiers: "katG", limit: "5", species: "83332" },
    licence: "cc-by-4.0-string",
    headers: { "content-type": "application/json" },
  },
  partnersRow(5),
  partnersRow(6),
  partnersRow(21),
];
