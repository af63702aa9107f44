import { describe, expect, it } from "vitest";
import { options } from "../../tests/support/router/http-connection.ts";
import type { HostLink } from "./host-link.ts";
import { HostSessions } from "./host-sessions.ts";
import { type SdkSession, SessionLost } from "./sdk-session.ts";

function hostOf(id: string) {
  const closing = new AbortController();
  const host: HostLink = {
    id,
    capabilities: { elicitation: {} },
    closed: closing.signal,
    ask: async (method) => ({ askedOf: id, method }),
    onRootsChanged: () => {},
  };
  return { host, leave: () => closing.abort() };
}

/** Sessions that ask their host when they are called, or wait. */
function sessionsWith(changes: Partial<SdkSession> = {}) {
  const opened: string[] = [];
  const closed: string[] = [];
  const sessions = new HostSessions(async (host) => {
    opened.push(host.id);
    return {
      era: "legacy",
      revision: null,
      definition: () => Promise.reject(new Error("not asked")),
      call: async () => host.ask("elicitation/create", {}, new AbortController().signal),
      watch: async () => {},
      ended: new Promise(() => {}),
      close: async () => void closed.push(host.id),
      ...changes,
    };
  });
  return { sessions, opened, closed };
}
const call = (sessions: HostSessions, host: HostLink) => sessions.call(host, "tools/call", { name: "t" }, options());

describe("the sessions that belong to one host each", () => {
  it("are opened with the first call of a host, asked in its name, and closed when it leaves", async () => {
    const { sessions, opened, closed } = sessionsWith();
    const [ada, bob] = [hostOf("ada"), hostOf("bob")];
    expect(await call(sessions, ada.host)).toMatchObject({ askedOf: "ada" });
    expect(await call(sessions, bob.host)).toMatchObject({ askedOf: "bob" });
    expect(await call(sessions, ada.host)).toMatchObject({ askedOf: "ada" });
    expect(opened).toEqual(["ada", "bob"]);
    ada.leave();
    await expect.poll(() => closed).toEqual(["ada"]);
    await sessions.close();
    expect(closed).toEqual(["ada", "bob"]);
  });

  it("are bounded: the one that was silent longest makes room, and none with a call under way", async () => {
    const { sessions, closed } = sessionsWith();
    for (let at = 0; at < 32; at += 1) await call(sessions, hostOf(`h${at}`).host);
    await call(sessions, hostOf("h0").host);
    await call(sessions, hostOf("one-more").host);
    await expect.poll(() => closed).toEqual(["h1"]);

    const busy = sessionsWith({ call: () => new Promise(() => {}) });
    for (let at = 0; at < 32; at += 1) void call(busy.sessions, hostOf(`b${at}`).host);
    await expect(call(busy.sessions, hostOf("one-more").host)).rejects.toMatchObject({ code: "overloaded" });
  });

  it("are replaced once when the source has forgotten them", async () => {
    let calls = 0;
    const { sessions, opened } = sessionsWith({
      call: async () => {
        calls += 1;
        if (calls === 1) throw new SessionLost();
        return { ok: true };
      },
    });
    expect(await call(sessions, hostOf("ada").host)).toEqual({ ok: true });
    expect(opened).toEqual(["ada", "ada"]);
    const forgetful = sessionsWith({ call: () => Promise.reject(new SessionLost()) });
    await expect(call(forgetful.sessions, hostOf("ada").host)).rejects.toBeInstanceOf(SessionLost);
    expect(forgetful.opened).toEqual(["ada", "ada"]);
  });

  it("watch what the shared session watches, the later ones too", async () => {
    const watched: (readonly string[])[] = [];
    const { sessions } = sessionsWith({ watch: async (uris) => void watched.push(uris) });
    await call(sessions, hostOf("ada").host);
    sessions.watch(["a:1"]);
    await expect.poll(() => watched).toEqual([["a:1"]]);
    await call(sessions, hostOf("bob").host);
    await expect.poll(() => watched).toEqual([["a:1"], ["a:1"]]);
  });
});
