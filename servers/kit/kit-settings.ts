import { setting } from "./settings.ts";

/** Smallest and largest `max_bytes`; below, not even one record fits, above, hosts refuse the message. */
export const MAX_BYTES_RANGE = { min: 4_000, max: 400_000 } as const;

/** How results are shaped, for every source alike. */
export const kitSettings = {
  maxResultBytes: setting.integer(
    "GENE_ROUTER_MAX_RESULT_BYTES",
    "Default size limit of one result, bytes",
    60_000,
    MAX_BYTES_RANGE,
  ),
  text: setting.choice(
    "GENE_ROUTER_TEXT",
    "Text block of a result: the whole envelope, or outcome, notes and ids only",
    ["json", "brief"],
    "json",
  ),
} as const;
