import { mapJson } from "./bodies.ts";
import { at, ok, replaced, WRONG } from "./change.ts";
import { textOf, withText } from "./reply.ts";
import { lasting, type Scenario } from "./scenario.ts";

export const STRING_SCENARIOS: readonly Scenario[] = [
  lasting(
    "string_error_object",
    "STRING's error object",
    ["in_band_error"],
    at("string", /./, (healthy) => ok(healthy, { Error: "WRONG-BODY", ErrorMessage: "input could not be used" })),
  ),
  lasting(
    "string_error_list",
    "a list of sentences",
    ["in_band_error"],
    at("string", /./, (healthy) => ok(healthy, ["WRONG-BODY: a parameter is missing"])),
  ),
  lasting(
    "string_error_rows",
    "a list of error objects",
    ["in_band_error"],
    at("string", /./, (healthy) => ok(healthy, [{ error: "WRONG-BODY" }])),
  ),
  lasting(
    "string_error_text",
    "a sentence as JSON",
    ["in_band_error"],
    at("string", /./, (healthy) => ok(healthy, '"WRONG-BODY unknown method"')),
  ),
  lasting(
    "string_other_protein",
    "rows about other proteins",
    WRONG,
    at("string", /partners|homology/, replaced(/83332\.Rv1908c|83332\.Rv1909c/g, "83332.Rv9999")),
  ),
  lasting(
    "string_other_species",
    "partners of another species",
    WRONG,
    at("string", /partners/, (healthy) => {
      const rows = JSON.parse(textOf(healthy)) as { stringId_B: string }[];
      return withText(
        healthy,
        JSON.stringify(rows.map((row) => ({ ...row, stringId_B: row.stringId_B.replace("83332.", "9606.") }))),
      );
    }),
  ),
  lasting(
    "string_per_mille",
    "scores on the other scale",
    ["unparsable"],
    at("string", /partners|network/, (healthy) =>
      withText(
        healthy,
        mapJson(textOf(healthy), (key, value) =>
          /score$/.test(key) && typeof value === "number" ? Math.round(value * 1000) : value,
        ),
      ),
    ),
  ),
  lasting(
    "string_other_names",
    "rows that belong to no name asked",
    WRONG,
    at("string", /get_string_ids/, (healthy) =>
      withText(
        healthy,
        mapJson(textOf(healthy), (key, value) =>
          key === "queryItem" ? "somebody" : key === "queryIndex" ? 77 : value,
        ),
      ),
    ),
  ),
];
