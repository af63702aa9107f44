import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe } from "vitest";

const FOLDER = resolve(import.meta.dirname, "../../peers/node_modules");
/** Some peers ask for it; whoever runs an older one gets the one that is installed beside them. */
const NEWER_NODE = 22;

/** The program of a peer; null where the peers are not installed. */
export const peerBin = (name: string): string | null => existing(resolve(FOLDER, ".bin", name));

/** A Node for peers that do not run on the oldest one that this project supports; null where there is none. */
export const newerNode = (): string | null =>
  Number(process.versions.node.split(".")[0]) >= NEWER_NODE ? process.execPath : existing(resolve(FOLDER, ".bin/node"));

/** The stamp is written last: what is half installed is not there. */
export const peersInstalled = (): boolean =>
  existsSync(resolve(FOLDER, ".gene-router-installed")) && newerNode() !== null;

/** A suite that needs the peers; skipped, named and counted where the registry could not be reached to install them. */
export const describePeers = (name: string, body: () => void): void =>
  void describe.skipIf(!peersInstalled())(
    peersInstalled() ? name : `${name} (skipped: the npm registry, which brings the peers, was not reachable)`,
    body,
  );

const existing = (path: string): string | null => (existsSync(path) ? path : null);
