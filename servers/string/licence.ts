import type { Licence } from "../kit/envelope/envelope.ts";

export const STRING_LICENCE = "cc-by-4.0-string";

export const licences: Readonly<Record<string, Licence>> = {
  [STRING_LICENCE]: {
    name: "Creative Commons Attribution 4.0 International",
    url: "https://creativecommons.org/licenses/by/4.0/",
    attribution:
      "STRING, https://string-db.org; cite the paper of the version used, for 12.0: Szklarczyk D et al., Nucleic Acids Research 2023, 51(D1):D638-D646, doi:10.1093/nar/gkac1000",
    terms: "attribution",
    redistribute: true,
  },
};
