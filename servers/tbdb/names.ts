import { z } from "zod";

const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** A name as a caller writes it: trimmed, 1 to 100 characters, no control characters. */
export const name = () => z.string().trim().min(1).max(100).regex(NO_CONTROLS);

/** The same with room for a long mutation. */
export const longName = () => z.string().trim().min(1).max(500).regex(NO_CONTROLS);

export const organismInput = () =>
  name()
    .default("mtu")
    .describe(
      "KEGG organism code; this source knows M. tuberculosis H37Rv (mtu) only and answers not_covered otherwise",
    );

export const geneInput = () =>
  name().describe("Symbol, locus tag or qualified id of an H37Rv gene: katG, Rv1908c, mtu:Rv1908c");
