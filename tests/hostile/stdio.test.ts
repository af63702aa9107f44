import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isMarked, MARKER, PAYLOADS } from "./payloads.ts";
import { placesOf, withTextAt } from "./places.ts";
import { QUESTIONS } from "./questions.ts";
import { createRules } from "./rules.ts";
import { asGiven, type HostileWorld, openWorld, respond } from "./world.ts";

/** The router as a host spawns it: one line of JSON-RPC a message, whatever the services say. */
let world: HostileWorld;
beforeAll(async () => {
  world = await openWorld(["kegg", "string", "uniprot", "pubmed", "tbdb"]);
});
afterAll(() => world.close());

const CLI = resolve(import.meta.dirname, "../../cli/main.ts");

it("answers every question in one line of JSON-RPC, and logs nothing hostile", async () => {
  const broken = createRules(world.tools);
  const child = spawn(process.execPath, ["--import", "tsx", CLI, "stdio", "--servers", world.serversFile], {
    env: { PATH: process.env.PATH, GENE_ROUTER_CACHE_DIR: "off", GENE_ROUTER_LOG_LEVEL: "debug" },
  });
  const errors: string[] = [];
  child.stderr.on("data", (chunk) => errors.push(String(chunk)));
  const waiting = new Map<number, (message: { result?: never }) => void>();
  const stray: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    const answer = waiting.get(message.id);
    if (message.jsonrpc !== "2.0" || (answer === undefined && message.method === undefined)) stray.push(line);
    answer?.(message);
  });
  let id = 0;
  const ask = (method: string, params: object): Promise<{ result?: never }> => {
    id += 1;
    const answered = new Promise<{ result?: never }>((done) => waiting.set(id, done));
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answered;
  };
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  await ask("initialize", client);
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);

  // Tools of a source that has never been heard before are known once it has answered.
  for (const { name } of world.tools.filter(({ name }) => /_get_(?:release|version|entry|records)$/.test(name))) {
    const args = QUESTIONS.find(([tool]) => tool === name)?.[1];
    while (!JSON.stringify(await ask("tools/call", { name, arguments: args })).includes('"record_ids"')) {
      await new Promise((later) => setTimeout(later, 50));
    }
  }

  const texts = Object.values(PAYLOADS);
  const problems: string[] = [];
  for (const [index, [name, args]] of QUESTIONS.entries()) {
    // Another text at each place of the answer at once, prompts and false line ends among them.
    world.twist((answer) =>
      answer === null
        ? asGiven(answer)
        : respond({
            ...answer,
            body: placesOf(answer.format, answer.body).reduce(
              (body, place, number) =>
                number % 3 === index % 3
                  ? withTextAt(
                      answer.format,
                      body,
                      place,
                      (given) => given + texts[(index + number) % texts.length],
                      "last",
                    )
                  : body,
              answer.body,
            ),
          }),
    );
    const { result } = await ask("tools/call", { name, arguments: args });
    if (result === undefined) problems.push(`${name}: no result`);
    else problems.push(...broken(name, result).map((problem) => `${name}: ${problem}`));
    problems.push(...world.sent.filter(({ url, form }) => isMarked(url + form)).map(() => `${name}: sent on`));
  }
  child.stdin.end();
  await new Promise((ended) => child.once("close", ended));
  expect(problems.length, problems.join("\n")).toBe(0);
  expect(stray).toEqual([]);
  expect(errors.join("")).not.toContain(MARKER);
});
