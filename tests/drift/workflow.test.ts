import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Record<string, string>;
  readonly with?: Record<string, unknown>;
  readonly "continue-on-error"?: boolean;
}

const workflow = parse(readFileSync(resolve(import.meta.dirname, "../../ci/drift.yml"), "utf8"));
const steps: Step[] = workflow.jobs.drift.steps;
const step = (id: string): Step => steps.find((each) => each.id === id) as Step;

const scratch = mkdtempSync(join(tmpdir(), "gene-router-workflow-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a step's script as the runner does, with stand-ins for the programs that it calls. */
function run(
  id: string,
  env: Record<string, string>,
  programs: Record<string, string>,
): { code: number | null; asked: string[]; log: string } {
  const asked = join(scratch, "asked");
  rmSync(asked, { force: true });
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(scratch, name), `#!/bin/bash\necho "${name} $*" >> "${asked}"\n${body}\n`);
    chmodSync(join(scratch, name), 0o755);
  }
  const { status, stdout } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step(id).run ?? ""], {
    cwd: scratch,
    env: {
      PATH: `${scratch}:/usr/bin:/bin`,
      GITHUB_OUTPUT: join(scratch, "output"),
      GITHUB_STEP_SUMMARY: join(scratch, "summary"),
      ...env,
    },
    encoding: "utf8",
  });
  return { code: status, asked: existsSync(asked) ? readFileSync(asked, "utf8").trim().split("\n") : [], log: stdout };
}

describe("the scheduled workflow", () => {
  beforeEach(() => {
    for (const file of ["output", "summary", "drift.md"]) rmSync(join(scratch, file), { force: true });
  });

  it("runs every six hours and by hand, one run at a time, and only where it was switched on", () => {
    expect(Object.keys(workflow.on).sort()).toEqual(["schedule", "workflow_dispatch"]);
    expect(workflow.on.schedule).toEqual([{ cron: expect.stringMatching(/^[1-9]\d? \*\/6 \* \* \*$/) }]);
    expect(workflow.concurrency).toEqual({ group: "drift", "cancel-in-progress": false });
    expect(workflow.jobs.drift.if).toBe("vars.GENE_ROUTER_DRIFT_WATCH == 'on'");
    expect(workflow.jobs.drift["timeout-minutes"]).toBeLessThanOrEqual(15);
  });

  it("may read the code and write issues, and nothing else; the checkout keeps no credentials", () => {
    expect(workflow.permissions).toEqual({ contents: "read", issues: "write" });
    expect(workflow.jobs.drift.permissions).toBeUndefined();
    expect(steps.find(({ uses }) => uses?.startsWith("actions/checkout"))?.with).toMatchObject({
      "persist-credentials": false,
    });
  });

  it("uses GitHub's own actions by major version, and no expression inside a script", () => {
    const used = steps.flatMap(({ uses = null }) => (uses === null ? [] : [uses]));
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/);
    for (const { run: script = "" } of steps) expect(script).not.toContain("${{");
  });

  it("never pins", () => {
    for (const { run: script = "" } of steps) expect(script).not.toMatch(/\bpin\b|git (push|commit)/);
  });

  it.each([
    [0, ""],
    [1, ""],
    [2, "::warning::A source does not answer"],
    [3, "::warning::Nothing was compared"],
  ])("goes on after exit code %i and remembers it", (code, said) => {
    const outcome = run("compare", {}, { node: `echo "**drift**: report"; exit ${code}` });
    expect(outcome).toMatchObject({ code: 0, asked: ["node dist/cli/main.js drift --markdown"] });
    expect(outcome.log).toContain(said);
    expect(readFileSync(join(scratch, "output"), "utf8")).toBe(`code=${code}\n`);
    expect(readFileSync(join(scratch, "summary"), "utf8")).toBe("**drift**: report\n");
  });

  it("does not take a program that broke for drift", () => {
    run("compare", {}, { node: "exit 1" });
    expect(readFileSync(join(scratch, "output"), "utf8")).toBe("code=3\n");
    expect(step("compare").if).toBe("steps.install.outcome == 'success'");
  });

  it.each([
    [
      "opens one issue on drift",
      "1",
      "",
      [
        "label create drift",
        "issue create --title Drift: sources are not as pinned --label drift --body-file drift.md",
      ],
    ],
    ["renews the open one", "1", "7", ["issue edit 7 --body-file drift.md"]],
    ["closes it when all is as pinned", "0", "7", ["issue close 7 --comment Everything is as pinned again."]],
    ["does nothing when there is nothing to say", "0", "", []],
  ])("%s", (_, code, open, expected) => {
    const { asked, code: status } = run("issue", { CODE: code }, { gh: `[ "$2" = list ] && echo "${open}"; exit 0` });
    expect(status).toBe(0);
    expect(asked[0]).toContain("gh issue list --state open --label drift");
    expect(asked.slice(1)).toEqual(expected.map((each) => expect.stringContaining(each)));
    expect(asked).toHaveLength(expected.length + 1);
  });

  it("leaves the issue alone and the heartbeat silent when nothing was compared", () => {
    for (const id of ["issue", "heartbeat"]) {
      expect(step(id).if).toBe("steps.compare.outputs.code == '0' || steps.compare.outputs.code == '1'");
    }
  });

  it("beats only where an address was given", () => {
    expect(step("heartbeat").env?.HEARTBEAT_URL).toMatch(/^\$\{\{ secrets\.GENE_ROUTER_HEARTBEAT_URL \}\}$/);
    expect(run("heartbeat", { HEARTBEAT_URL: "" }, { curl: "" })).toMatchObject({ code: 0, asked: [] });
    const { asked } = run("heartbeat", { HEARTBEAT_URL: "https://example.org/beat" }, { curl: "" });
    expect(asked).toEqual([expect.stringMatching(/^curl .* https:\/\/example\.org\/beat$/)]);
  });

  it.each([
    ["0", 0],
    ["1", 1],
    ["2", 0],
    ["3", 0],
    ["", 0],
  ])("ends after code %j with %i: red on drift alone", (code, status) => {
    expect(run("verdict", { CODE: code }, {}).code).toBe(status);
    const others = steps.filter(({ id }) => id !== "verdict" && id !== "compare");
    expect(others.every((each) => each["continue-on-error"] === true)).toBe(true);
  });
});
