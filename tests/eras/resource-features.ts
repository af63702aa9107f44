import { expect } from "vitest";
import {
  always,
  call,
  counters,
  entriesOf,
  type Feature,
  NAMESPACE,
  named,
  notEmbedded,
  type SourceKind,
  told,
} from "./feature.ts";
import { PROMPTS, RESOURCES, TEMPLATES } from "./fixture/definitions.ts";
import { isModern, isReachable } from "./hosts.ts";

const shown = (source: SourceKind, uri: string): string => `${NAMESPACE[source]}+${uri}`;

/** Prompts, resources and completions, and what changes of them is told. */
export const RESOURCE_FEATURES: readonly Feature[] = [
  {
    name: "prompts/list and prompts/get",
    impossible: notEmbedded,
    async works({ ns, host }) {
      expect(await entriesOf(host, "prompts/list", "prompts", ns)).toEqual(named(ns, PROMPTS));
      const got = await host.request("prompts/get", { name: `${ns}_greet`, arguments: { who: "you" } });
      expect(got).toMatchObject({ description: "A greeting", messages: [{ content: { text: "greet you" } }] });
    },
  },
  {
    name: "resources/list, resources/templates/list and resources/read",
    impossible: always,
    async works({ ns, host, source }) {
      if (source === "embedded") {
        const read = await host.request("resources/read", { uri: `gene-router-body://${"a".repeat(64)}` });
        expect(read.contents[0].text).toBe("body of kegg");
        return;
      }
      const resources = await entriesOf(host, "resources/list", "resources", ns);
      expect(resources).toEqual(
        expect.arrayContaining(named(ns, RESOURCES).map((each) => ({ ...each, uri: shown(source, each.uri) }))),
      );
      const templates = await entriesOf(host, "resources/templates/list", "resourceTemplates", ns);
      expect(templates).toEqual(
        named(ns, TEMPLATES).map((each) => ({ ...each, uriTemplate: shown(source, each.uriTemplate) })),
      );
      for (const uri of ["memo://one", "memo://item/7"]) {
        const { contents } = await host.request("resources/read", { uri: shown(source, uri) });
        expect(contents).toEqual([{ uri, mimeType: "text/plain", text: `read ${uri}` }]);
      }
    },
  },
  {
    name: "completion/complete, for a prompt and a template",
    impossible: notEmbedded,
    async works({ ns, host, source }) {
      for (const ref of [
        { type: "ref/prompt", name: `${ns}_greet` },
        { type: "ref/resource", uri: shown(source, "memo://item/{id}") },
      ]) {
        const { completion } = await host.request("completion/complete", {
          ref,
          argument: { name: "who", value: "A" },
        });
        expect(completion).toMatchObject({ values: ["A-completed"], total: 1 });
      }
    },
  },
  {
    name: "list_changed",
    impossible: (kind, source) => (source === "embedded" ? "a" : isReachable(kind) ? null : "b"),
    async works({ ns, host, kind }) {
      const listening = isModern(kind) ? await host.client.listen({ toolsListChanged: true }) : null;
      const names = async () =>
        (await entriesOf(host, "tools/list", "tools", ns)).map(({ name }: { name: string }) => name);
      const before = (await names()).length;
      host.heard.length = 0;
      await call(host, `${ns}_grow`);
      await expect.poll(() => told(host, "notifications/tools/list_changed").length).toBeGreaterThan(0);
      await expect.poll(async () => (await names()).length).toBeGreaterThan(before);
      await listening?.close();
    },
  },
  {
    name: "changes of a single resource, told to those who subscribed and to the end",
    impossible: (kind, source) => (source === "embedded" ? "a" : isReachable(kind) ? null : "b"),
    async works(cell) {
      const { ns, host, kind, source } = cell;
      const uri = shown(source, "memo://one");
      const listening = isModern(kind)
        ? await host.client.listen({ resourceSubscriptions: [uri, "memo://nowhere"] })
        : null;
      if (listening === null) await host.request("resources/subscribe", { uri });
      else expect(listening.honoredFilter).toEqual({ resourceSubscriptions: [uri] });
      expect((await counters(cell)).subscribed).toEqual(["memo://one"]);
      host.heard.length = 0;
      const updates = () => told(host, "notifications/resources/updated").map(({ params }) => params);
      await call(host, `${ns}_touch`, { uri: "memo://two" });
      await call(host, `${ns}_touch`, { uri: "memo://one" });
      await expect.poll(() => updates().length).toBe(1);
      expect(updates()[0]).toMatchObject({ uri });
      await (listening?.close() ?? host.request("resources/unsubscribe", { uri }));
      await expect.poll(async () => (await counters(cell)).subscribed).toEqual([]);
    },
    async refused({ host, source }) {
      if (source === "embedded") return;
      await host.request("resources/subscribe", { uri: shown(source, "memo://one") });
      await host.request("resources/unsubscribe", { uri: shown(source, "memo://one") });
      expect(host.client.getServerCapabilities()?.resources?.subscribe).toBeUndefined();
    },
  },
];
