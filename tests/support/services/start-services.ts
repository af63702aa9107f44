import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Arrived } from "./arrived.ts";
import { type Reply, sendReply } from "./reply.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioNamed } from "./scenarios.ts";
import { SERVICE_NAMES, SERVICES, type ServiceName } from "./service-names.ts";
import { createWorld, type World } from "./world.ts";

/** Which requests to a service are meant: by the path and body that arrived, or all of them. */
export type Match = RegExp | ((request: Arrived) => boolean);

export interface Break {
  readonly service: ServiceName;
  /** Against `method path body`; left out = every request to the service. */
  readonly match?: Match;
  /** A name of the table, a scenario, or just what becomes of the healthy answer. */
  readonly scenario: string | Scenario | Scenario["change"];
  /** How many requests are hit before the service is well again; left out = all until `heal`. */
  readonly times?: number;
}

export interface Services {
  /** Base URL at which a service is played. */
  url(service: ServiceName): string;
  /** The variables that lead every source here. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything that arrived, in order. */
  readonly requests: Arrived[];
  /** Requests that the stand-in has no healthy answer to; they were answered 501. */
  readonly unknown: string[];
  break(broken: Break): void;
  /** Undoes every `break`. */
  heal(): void;
  close(): Promise<void>;
}

let world: World | null = null;

/**
 * KEGG, STRING, UniProt, NCBI's E-utilities, PMC's id converter and tbdb's files, played by one server on loopback below
 * one path each. Healthy answers are those of the demonstration; `break` makes a service misbehave as a scenario says.
 */
export async function startServices(): Promise<Services> {
  world ??= createWorld();
  const requests: Arrived[] = [];
  const unknown: string[] = [];
  let breaks: { broken: Break; left: number }[] = [];
  let origin = "";

  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch((error: Error) => response.destroy(error));
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, service = "", rest = ""] = /^\/([a-z]+)(.*)$/s.exec(incoming.url ?? "") ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (!isService(service)) return void response.writeHead(501).end();
    const arrived: Arrived = {
      service,
      method: incoming.method ?? "",
      path: rest,
      headers: incoming.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString("utf8"),
      at: Date.now(),
    };
    requests.push(arrived);
    sendReply(response, replyTo(arrived));
  }

  function replyTo(arrived: Arrived): Reply {
    const { service, method, path, body } = arrived;
    const form = method === "POST" ? Object.fromEntries(new URLSearchParams(body)) : null;
    const found = world!.answerTo({ method, url: SERVICES[service].base + path, form });
    if (found === null) unknown.push(`${service} ${method} ${path} ${body}`.trim());
    const healthy = found === null ? NO_ANSWER : atHome(found);
    const hit = breaks.find(({ broken, left }) => left > 0 && concerns(broken, arrived));
    if (hit === undefined) return healthy;
    hit.left -= 1;
    const changed = changeOf(hit.broken.scenario)(healthy, { ...arrived, url: `${origin}/${service}` });
    if (changed === null) throw new Error("The scenario cannot happen to this request");
    return changed;
  }

  /** Addresses in the headers of a healthy answer lead back to the stand-in, never to the service itself. */
  function atHome(reply: Reply): Reply {
    let headers = reply.headers;
    for (const name of ["link", "location"] as const) {
      const value = headers[name];
      if (value === undefined) continue;
      const local = SERVICE_NAMES.reduce(
        (text, service) => text.replaceAll(SERVICES[service].base, `${origin}/${service}`),
        value,
      );
      headers = { ...headers, [name]: local };
    }
    return { ...reply, headers };
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (service) => `${origin}/${service}`,
    env: Object.fromEntries(SERVICE_NAMES.map((service) => [SERVICES[service].variable, `${origin}/${service}`])),
    requests,
    unknown,
    break: (broken) => {
      breaks.push({ broken, left: broken.times ?? Number.POSITIVE_INFINITY });
    },
    heal: () => {
      breaks = [];
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const NO_ANSWER: Reply = {
  status: 501,
  headers: { "content-type": "text/plain" },
  body: Buffer.from("The stand-in has no healthy answer to this request"),
};

const isService = (name: string): name is ServiceName => Object.hasOwn(SERVICES, name);

function concerns({ service, match }: Break, arrived: Arrived): boolean {
  if (service !== arrived.service) return false;
  if (match === undefined) return true;
  if (typeof match === "function") return match(arrived);
  return match.test(`${arrived.method} ${arrived.path} ${arrived.body}`);
}

function changeOf(scenario: Break["scenario"]): Scenario["change"] {
  if (typeof scenario === "function") return scenario;
  return (typeof scenario === "string" ? scenarioNamed(scenario) : scenario).change;
}
