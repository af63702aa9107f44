import { type Reply, textOf, withHeaders, withText } from "./reply.ts";
import type { Asked, Scenario } from "./scenario.ts";
import type { ServiceName } from "./service-names.ts";

/** Changes the answers of one service at the paths that match; all others cannot be hit. */
export const at =
  (service: ServiceName, path: RegExp, change: (healthy: Reply, asked: Asked) => Reply | null): Scenario["change"] =>
  (healthy, asked) =>
    asked.service === service && path.test(asked.path) ? change(healthy, asked) : null;

/** A 200 with another body. */
export const ok = (healthy: Reply, value: unknown, contentType = "application/json"): Reply =>
  withText(
    withHeaders({ ...healthy, status: 200 }, { "content-type": contentType }),
    typeof value === "string" ? value : JSON.stringify(value),
  );

/** Text of a 200 replaced; null where there is none of it. */
export const replaced =
  (pattern: RegExp, by: string) =>
  (healthy: Reply): Reply | null => {
    const body = textOf(healthy);
    const changed = body.replaceAll(pattern, by);
    return changed === body || healthy.status !== 200 ? null : withText(healthy, changed);
  };

/** Sound by its form, and about something else than was asked. */
export const WRONG = ["unparsable", "unexpected_content", "incomplete"] as const;
