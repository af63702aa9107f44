import { expect } from "vitest";
import { call, type Feature } from "./feature.ts";
import { QUESTION, SAMPLING, STATE } from "./fixture/definitions.ts";
import { ANSWERS, isModern } from "./hosts.ts";

/** A question of each kind, through the way of the host's own revision. */
const question = (tool: "elicit" | "sample" | "roots", method: string, params: object | null): Feature => ({
  name: `${method} asked during a call`,
  impossible: (kind, source) =>
    source === "embedded" ? "a" : kind === "2025 http" ? "c" : isModern(kind) && source.startsWith("2025") ? "d" : null,
  async works({ kind, source, ns, askable }) {
    const answer = ANSWERS[method];
    askable.asked.length = 0;
    if (isModern(kind)) {
      const asked = await call(askable, `${ns}_${tool}`);
      expect(asked).toMatchObject({ resultType: "input_required", requestState: STATE });
      expect(asked.inputRequests.asked).toMatchObject({ method, ...(params === null ? {} : { params }) });
      const round = { inputResponses: { asked: answer }, requestState: asked.requestState };
      const result = await call(askable, `${ns}_${tool}`, {}, round);
      expect(JSON.parse(result.content[0].text)).toEqual({ answer, state: STATE });
      return;
    }
    const result = await call(askable, `${ns}_${tool}`);
    expect(askable.asked).toEqual([expect.objectContaining({ method })]);
    if (params !== null) expect(askable.asked[0]?.params).toMatchObject(params);
    const state = source.startsWith("2026") ? { state: STATE } : {};
    expect(JSON.parse(result.content[0].text)).toEqual({ answer, ...state });
  },
  async refused({ ns, askable, source }) {
    if (source === "embedded") return;
    const result = await call(askable, `${ns}_${tool}`);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(/cannot be asked|did not declare/);
  },
});

export const QUESTION_FEATURES: readonly Feature[] = [
  question("elicit", "elicitation/create", QUESTION),
  question("sample", "sampling/createMessage", SAMPLING),
  question("roots", "roots/list", null),
];
