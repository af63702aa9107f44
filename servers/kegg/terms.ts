import type { Tool } from "../kit/tool.ts";

const TERMS_UNSET =
  "KEGG may be used by academic users only, and offering it as a service needs a licence. This server listens on a public address and its operator has not yet set GENE_ROUTER_KEGG_TERMS to academic or licensed; nothing was asked of KEGG, so this is no finding.";

/** The tools as they may be served: while `refused`, each answers `not_configured` before anything is sent. */
export const underTerms = (tools: readonly Tool[], refused: boolean): readonly Tool[] =>
  tools.map((tool) => ({
    ...tool,
    notes: { ...tool.notes, terms_unset: TERMS_UNSET },
    run: async (input, call, answer) => {
      if (!refused) return tool.run(input, call, answer);
      answer.note("terms_unset");
      return "not_configured";
    },
  }));
