import { z } from "zod";
import { BadInput } from "../../kit/fault.ts";
import { defineTool } from "../../kit/tool.ts";
import { type KeggClient, LICENCE_ID } from "../client.ts";
import { organismToSend } from "../organism.ts";
import { parseRelease } from "../parse/release.ts";

/** The databases that KEGG documents for `info`; an organism code or T number is accepted beside them. */
const DATABASES: ReadonlySet<string> = new Set([
  "kegg",
  "pathway",
  "brite",
  "module",
  "ko",
  "genes",
  "genome",
  "vg",
  "vp",
  "ag",
  "ligand",
  "compound",
  "glycan",
  "reaction",
  "rclass",
  "enzyme",
  "network",
  "variant",
  "disease",
  "drug",
  "dgroup",
]);

const ORGANISM = /^(?:[a-z]{3,4}|t[0-9]{5})$/;

/** The database as it is sent; KEGG has renamed `orthology` to `ko`. */
function databaseToSend(database: string): string {
  if (database === "orthology") return "ko";
  if (DATABASES.has(database)) return database;
  if (ORGANISM.test(database)) return organismToSend(database, "database");
  const known = [...DATABASES].join(", ");
  throw BadInput.of("invalid_argument", `database must be an organism code or one of ${known}`, "database");
}

export const getRelease = (kegg: KeggClient) =>
  defineTool({
    name: "get_release",
    title: "Release of KEGG",
    description:
      "States the current release of KEGG or of one of its databases, as text and parsed. Trap: KEGG updates daily under one release number, so two answers of one release may differ. KEGG allows 3 requests a second.",
    input: z.strictObject({
      database: z
        .string()
        .trim()
        .toLowerCase()
        .min(1)
        .max(100)
        .default("kegg")
        .describe("kegg, pathway, module, ko, genes, … or an organism code (mtu)"),
    }),
    sent: { database_sent: z.string() },
    detail: z.strictObject({
      database: z.string(),
      text: z.string().describe("KEGG's statement, verbatim"),
      release: z.string().nullable().describe("Release as stated; null when the text states none"),
      date: z.string().nullable().describe("Date as stated"),
      entries: z.int().nullable().describe("First count of entries in the text"),
    }),
    notes: {
      renamed_database: "KEGG now calls the database orthology ko; ko was asked.",
      unknown_database: "KEGG has no database or organism of this name (parameter database).",
      release_not_stated: "KEGG's text states no release in a known form; it is given as it came.",
    },
    untrusted: ["records[].detail.text", "records[].detail.release", "records[].detail.date"],
    async run({ database }, call, answer) {
      const sent = databaseToSend(database);
      answer.echo("database_sent", sent);
      if (sent !== database && database === "orthology") answer.note("renamed_database");
      const info = await kegg.infoOn(sent, call);
      if (info === null) {
        answer.note("unknown_database");
        answer.refused.push({ value: sent, reason: "database: KEGG does not have it" });
        return "not_resolved";
      }
      const parsed = parseRelease(info.value);
      if (parsed.release === null) answer.note("release_not_stated");
      answer.settle({ matched_by: "database" });
      const record = {
        record_id: `kegg:release:${sent}`,
        type: "release",
        name: `KEGG ${sent}`,
        url: "https://www.kegg.jp/kegg/docs/relnote.html",
        licence: LICENCE_ID,
        from: [info.exchange],
        flags: parsed.release === null ? ["release_not_stated"] : [],
        detail: { database: sent, text: info.value, ...parsed },
      };
      return answer.list([record], "not_resolved");
    },
  });
