import type { WorldEntry } from "../world-entry.ts";

const converted = (idtype: string, ids: readonly string[], records: readonly object[]): WorldEntry => ({
  path: "/",
  query: { ids: ids.join(","), idtype, format: "json", versions: "no" },
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    status: "ok",
    "response-date": "2026-08-28 09:00:00",
    request: { ids, idtype, format: "json" },
    records,
  }),
});

const RECORDS = [
  { doi: "10.5555/demo.katg.1", pmcid: "PMC99000001", pmid: 99000001, "requested-id": "99000001" },
  { doi: "10.5555/demo.katg.2", pmcid: "PMC99000002", pmid: 99000002, "requested-id": "99000002" },
] as const;

export const idconvWorld: readonly WorldEntry[] = [
  converted("pmid", ["99000001", "99000002"], RECORDS),
  converted("pmid", ["99000001"], [RECORDS[0]]),
  converted("pmid", ["99000002"], [RECORDS[1]]),
  converted(
    "doi",
    ["10.5555/demo.katg.3"],
    [
      {
        doi: "10.5555/demo.katg.3",
        "requested-id": "10.5555/demo.katg.3",
        status: "error",
        errmsg: "Identifier not found in PMC",
      },
    ],
  ),
  converted(
    "pmid",
    ["23193287"],
    [{ doi: "10.5555/demo.pmc", pmcid: "PMC3531190", pmid: 23193287, "requested-id": "23193287" }],
  ),
];
