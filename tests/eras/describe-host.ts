import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, it } from "vitest";
import { embeddedSource } from "../support/router/embedded-source.ts";
import { type Cell, NAMESPACE, SOURCES, type SourceKind } from "./feature.ts";
import { FEATURES } from "./features.ts";
import { legacySource } from "./fixture/legacy-source.ts";
import { modernSource } from "./fixture/modern-source.ts";
import { type Host, type HostKind, type Served, serveFor } from "./hosts.ts";

const child = (name: string) => ({
  command: [process.execPath, "--import", "tsx", fileURLToPath(new URL(`fixture/${name}.ts`, import.meta.url))],
});

/** One kind of host against every kind of source, feature by feature: it works, or it is refused for a reason. */
export function describeHost(kind: HostKind): void {
  describe(`a host of ${kind}`, () => {
    let served: Served;
    let remote: Awaited<ReturnType<typeof modernSource>>;
    let legacy: Awaited<ReturnType<typeof legacySource>>;
    let host: Host;
    let askable: Host;
    let embeddedCancelled = 0;
    const openSource = async (name: string) => {
      const source = embeddedSource(name);
      return embeddedSource(name, {
        callTool(tool, args, options) {
          options.signal.addEventListener("abort", () => {
            embeddedCancelled += 1;
          });
          return source.callTool(tool, args, options);
        },
      });
    };

    beforeAll(async () => {
      [remote, legacy] = await Promise.all([modernSource(), legacySource()]);
      const servers = {
        kegg: { embed: "kegg" },
        rem: { url: remote.url },
        kid: child("modern-child"),
        old: { url: legacy.url },
        oldkid: child("legacy-child"),
      };
      served = await serveFor(kind, { servers, openSource });
      host = await served.connect(false);
      askable = await served.connect(true);
    });
    afterAll(async () => {
      await host?.close();
      await askable?.close();
      await served?.close();
      await Promise.all([remote?.close(), legacy?.close()]);
    });

    const cell = (source: SourceKind): Cell => ({
      kind,
      source,
      ns: NAMESPACE[source],
      host,
      askable,
      embeddedCancelled: () => embeddedCancelled,
    });
    for (const source of SOURCES) {
      describe(`with a source: ${source}`, () => {
        for (const { name, impossible, works, refused } of FEATURES) {
          const reason = impossible(kind, source);
          if (reason === null) it(`has ${name}`, () => works(cell(source)));
          else if (refused !== undefined && reason !== "a")
            it(`is refused ${name} (${reason})`, () => refused(cell(source)));
        }
      });
    }
  });
}
