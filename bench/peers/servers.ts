import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import type { ArticleDetail } from "../../servers/pubmed/detail.ts";
import type { Article } from "./articles.ts";

export const PEER = "@cyanheads/pubmed-mcp-server";
export const PEER_VERSION = "2.7.4";
const ROOT = resolve(import.meta.dirname, "../..");

/** What came back for one call, in terms that both servers have. */
export interface Outcome {
  /** The call is marked as failed. */
  readonly failed: boolean;
  /** Whole result as it crosses the wire, bytes of JSON. */
  readonly bytes: number;
  /** Of these, the text that a host shows its model. */
  readonly textBytes: number;
  readonly ms: number;
  readonly result: Record<string, unknown>;
}

export interface PubmedServer {
  readonly name: string;
  call(tool: string, args: Record<string, unknown>): Promise<Outcome>;
  tools(): Promise<number>;
  close(): Promise<void>;
}

/** Ours, alone over stdio, without a cache on disk. */
export const startOurs = (standIn: string): Promise<PubmedServer> =>
  start("gene-router pubmed", process.execPath, [join(ROOT, "dist/cli/main.js"), "serve", "pubmed", "--stdio"], {
    GENE_ROUTER_NCBI_URL: `${standIn}/eutils`,
    GENE_ROUTER_IDCONV_URL: `${standIn}/idconv`,
    GENE_ROUTER_CACHE_DIR: "off",
    GENE_ROUTER_TTL_PUBMED: "0",
    GENE_ROUTER_LOG_LEVEL: "error",
  });

/** The peer as npm has it, on the Node it asks for; its NCBI hosts lead to the stand-in, and it may retry three times. */
export const startPeer = (standIn: string): Promise<PubmedServer> => {
  const modules = join(installPeer(), "node_modules");
  const program = join(modules, PEER, "dist/index.js");
  const redirect = join(import.meta.dirname, "redirect.mjs");
  return start(`${PEER} ${PEER_VERSION}`, join(modules, ".bin/node"), ["--import", redirect, program], {
    STAND_IN_URL: standIn,
    MCP_TRANSPORT_TYPE: "stdio",
    MCP_LOG_LEVEL: "error",
    NCBI_MAX_RETRIES: "3",
  });
};

/** Installs the peer once, outside the repository. */
function installPeer(): string {
  const folder = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
    "gene-router-bench",
    `pubmed-${PEER_VERSION}`,
  );
  if (!existsSync(join(folder, "node_modules", PEER, "dist/index.js"))) {
    mkdirSync(folder, { recursive: true });
    console.error(`installing ${PEER}@${PEER_VERSION} and node@24 …`);
    const packages = [`${PEER}@${PEER_VERSION}`, "node@24"];
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...packages], { stdio: "inherit" });
  }
  return folder;
}

async function start(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<PubmedServer> {
  const client = new Client({ name: "bench", version: "1" });
  const { PATH = "", HOME = "" } = process.env;
  await client.connect(new StdioClientTransport({ command, args, env: { PATH, HOME, ...env }, stderr: "ignore" }));
  return {
    name,
    tools: async () => JSON.stringify((await client.listTools()).tools).length,
    async call(tool, args) {
      const started = performance.now();
      const result = await client.callTool({ name: tool, arguments: args }, { timeout: 120_000 });
      const ms = performance.now() - started;
      return {
        failed: result.isError === true,
        bytes: Buffer.byteLength(JSON.stringify(result)),
        textBytes: result.content.reduce(
          (sum, part) => sum + (part.type === "text" ? Buffer.byteLength(part.text) : 0),
          0,
        ),
        ms,
        result: (result.structuredContent ?? {}) as Record<string, unknown>,
      };
    },
    close: () => client.close(),
  };
}

/** Our records in common terms. */
export const ourArticles = ({ result }: Outcome): Article[] =>
  ((result as unknown as Envelope).records ?? []).map((record) => {
    const detail = record.detail as unknown as ArticleDetail;
    return {
      pmid: record.record_id,
      title: detail.title,
      abstract: detail.abstract === null ? null : detail.quotable_text.slice((detail.title ?? "").length),
      authors: detail.authors.length,
      collectives: detail.authors.filter((author) => "collective" in author).length,
      doi: detail.doi,
      pmcid: detail.pmcid,
      year: detail.year,
      language: detail.language,
      types: detail.publication_types,
      state: detail.publication_state?.states.filter((state) => state !== "none_known") ?? null,
    };
  });

interface PeerArticle {
  readonly pmid: string;
  readonly title?: string;
  readonly abstractText?: string;
  readonly authors?: readonly { readonly collectiveName?: string }[];
  readonly doi?: string;
  readonly pmcId?: string;
  readonly journalInfo?: { readonly publicationDate?: { readonly year?: string; readonly medlineDate?: string } };
  readonly publicationTypes?: readonly string[];
}

/** What the peer has no field for. */
export const PEER_LACKS: ReadonlySet<string> = new Set(["language", "state"]);

/** The peer's articles in common terms. */
export const peerArticles = ({ result }: Outcome): Article[] =>
  ((result.articles ?? []) as PeerArticle[]).map((article) => {
    const date = article.journalInfo?.publicationDate;
    return {
      pmid: article.pmid,
      title: article.title ?? null,
      abstract: article.abstractText ?? null,
      authors: article.authors?.length ?? 0,
      collectives: article.authors?.filter(({ collectiveName }) => collectiveName !== undefined).length ?? 0,
      doi: article.doi ?? null,
      pmcid: article.pmcId ?? null,
      year: date?.year ?? /\d{4}/.exec(date?.medlineDate ?? "")?.[0] ?? null,
      language: null,
      types: article.publicationTypes ?? [],
      state: null,
    };
  });
