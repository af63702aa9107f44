import { mapJson } from "./bodies.ts";
import { at, ok } from "./change.ts";
import { textOf, withText } from "./reply.ts";
import { beside, lasting, type Scenario } from "./scenario.ts";

export const IDCONV_SCENARIOS: readonly Scenario[] = [
  lasting(
    "idconv_error",
    "an answer that reports an error",
    ["in_band_error"],
    at("idconv", /./, (healthy) => ok(healthy, { status: "error", message: "WRONG-BODY: internal" })),
  ),
  beside(
    "idconv_record_error",
    "a record with a trouble of the service's own",
    ["incomplete"],
    at("idconv", /./, (healthy) =>
      withText(
        healthy,
        mapJson(textOf(healthy), (key, value) =>
          key === "records"
            ? (value as object[]).map((row) => ({
                "requested-id": (row as Record<string, unknown>)["requested-id"],
                status: "error",
                errmsg: "WRONG-BODY timeout of a backend",
              }))
            : value,
        ),
      ),
    ),
  ),
  beside(
    "idconv_lost_record",
    "no record of an id that was asked",
    ["incomplete"],
    at("idconv", /./, (healthy) =>
      withText(
        healthy,
        mapJson(textOf(healthy), (key, value) => (key === "records" ? (value as object[]).slice(1) : value)),
      ),
    ),
  ),
];
