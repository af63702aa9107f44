import { type Ask, type Assumption, askForData } from "../kit/assumption.ts";
import { licencePage } from "../kit/licence-page.ts";
import type { Service, Upstream } from "../kit/upstream/upstream.ts";
import { STRING_LICENCE } from "./licence.ts";
import { isNothingFound } from "./nothing-found.ts";
import { parseIdentityRows, parseInteractionRows } from "./parse.ts";
import { parseVersionRows } from "./parse-version.ts";

const H37RV = 83332;
const KATG = "83332.Rv1908c";
const SCORE_FIELDS = ["score", "nscore", "fscore", "pscore", "ascore", "escore", "dscore", "tscore"];

/** What the tools take for granted of STRING's interface. */
export function stringAssumptions(upstream: Upstream, string: Service): readonly Assumption[] {
  const rowsOf = async (ask: Ask, method: string, form: Readonly<Record<string, string | number>>) =>
    (await askForData(ask, string, { path: `/api/json/${method}`, method: "POST", form })).text();
  return [
    {
      name: "version",
      says: "the pinned address serves the version that it is named after",
      async check(ask) {
        const reply = await askForData(ask, string, { path: "/api/json/version" });
        const [row] = parseVersionRows(reply.text());
        const named = /version-(\d+)-(\d+)/.exec(string.base);
        if (named === null || row === undefined) return null;
        return row.version.startsWith(`${named[1]}.${named[2]}`) ? null : "another version answers";
      },
    },
    {
      name: "identifier_separator",
      says: "get_string_ids takes names joined by a carriage return and says which row answers which name",
      async check(ask) {
        const text = await rowsOf(ask, "get_string_ids", {
          identifiers: "katG\rfurA",
          species: H37RV,
          limit: 1,
          echo_query: 1,
        });
        const rows = parseIdentityRows(text);
        return rows.length === 2 ? null : `${rows.length} rows for 2 names`;
      },
    },
    {
      name: "score_scale",
      says: "scores are fractions of 1, and required_score is read as thousandths",
      async check(ask) {
        const text = await rowsOf(ask, "interaction_partners", {
          identifiers: KATG,
          species: H37RV,
          limit: 20,
          required_score: 900,
        });
        const scores = parseInteractionRows(text).map(({ score }) => score);
        if (scores.length === 0) return "no partner of katG from 900 on";
        const below = scores.filter((score) => Math.round(score * 1000) < 900).length;
        return below === 0 ? null : `${below} of ${scores.length} rows below the score that was asked for`;
      },
    },
    {
      name: "channels",
      says: "a row of interaction_partners has a combined score and seven channels",
      async check(ask) {
        const text = await rowsOf(ask, "interaction_partners", { identifiers: KATG, species: H37RV, limit: 1 });
        const [row] = JSON.parse(text) as Record<string, unknown>[];
        const missing = SCORE_FIELDS.filter((field) => row?.[field] === undefined);
        return missing.length === 0 ? null : `missing: ${missing.join(", ")}`;
      },
    },
    {
      name: "limit",
      says: "interaction_partners gives at most limit rows",
      async check(ask) {
        const text = await rowsOf(ask, "interaction_partners", { identifiers: KATG, species: H37RV, limit: 3 });
        const { length } = parseInteractionRows(text);
        return length === 3 ? null : `${length} rows for a limit of 3`;
      },
    },
    {
      name: "no_neighbours_added",
      says: "network with add_nodes=0 gives only pairs of the proteins that were asked",
      async check(ask) {
        const asked = [KATG, "83332.Rv1909c"];
        const text = await rowsOf(ask, "network", {
          identifiers: asked.join("\r"),
          species: H37RV,
          required_score: 400,
          add_nodes: 0,
        });
        const others = parseInteractionRows(text).filter(({ a, b }) => !asked.includes(a.id) || !asked.includes(b.id));
        return others.length === 0 ? null : `${others.length} rows with a protein that was not asked`;
      },
    },
    {
      name: "unknown_name",
      says: "a name that STRING does not know is an empty list, or a 404 that says so",
      async check(ask) {
        const name = "zzqqxx0";
        const reply = await ask(string, {
          path: "/api/json/get_string_ids",
          method: "POST",
          form: { identifiers: name, species: H37RV, echo_query: 1 },
        });
        if (reply.status === 404) return isNothingFound(reply.text(), [name]) ? null : "a 404 that says something else";
        if (reply.status !== 200) return `status ${reply.status}`;
        return parseIdentityRows(reply.text()).length === 0 ? null : "rows for a name that does not exist";
      },
    },
    licencePage(upstream, {
      source: "string",
      licence: STRING_LICENCE,
      page: "https://string-db.org/cgi/access?footer_active_subpage=licensing",
      words: /creative commons/i,
    }),
  ];
}
