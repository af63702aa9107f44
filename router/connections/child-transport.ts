import type { ChildProcess } from "node:child_process";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import spawn from "cross-spawn";
import { type Line, LineReader } from "./line-reader.ts";

export interface ChildTransportOptions {
  readonly command: readonly string[];
  readonly environment: Record<string, string>;
  /** Bytes of one message. */
  readonly maxMessageBytes: number;
}

/** Why a child was ended by the router: it said more than one message may hold, too much that is none, or it does not read. */
export type ChildFault = "message_too_large" | "noise" | "not_reading";

/** Programs print a banner or a warning to the wrong stream; so much of it in a row is no banner. */
const NOISE_LINES = 1_000;
const NOISE_BYTES = 1024 * 1024;
/** A child that lets so much lie unread has stopped reading: the largest request is 16 MiB. */
const UNREAD_BYTES = 32 * 1024 * 1024;
/** A child may finish what it does when its input ends, and again when it is told to end. */
const PATIENCE_MS = 2_000;

/**
 * A child process as a transport of the SDK, one JSON message a line. The SDK's own skips lines that are no messages
 * without end, and ends the child alone; this one counts them, and ends what the child has started too.
 */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: ChildTransportOptions;
  readonly #reader: LineReader;
  #child: ChildProcess | null = null;
  #fault: ChildFault | null = null;
  #noise = { lines: 0, bytes: 0 };
  #lingering: NodeJS.Timeout | undefined;
  readonly #killNow = (): void => this.#signal("SIGKILL");

  constructor(options: ChildTransportOptions) {
    this.#options = options;
    this.#reader = new LineReader(options.maxMessageBytes);
  }

  get fault(): ChildFault | null {
    return this.#fault;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  start(): Promise<void> {
    const [program = "", ...args] = this.#options.command;
    // A child's standard error may hold what the router's log must not. A group of its own can be ended whole.
    const child = spawn(program, args, {
      env: this.#options.environment,
      stdio: ["pipe", "pipe", "ignore"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    process.once("exit", this.#killNow);
    child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    for (const stream of [child.stdin, child.stdout]) stream?.on("error", (error) => this.onerror?.(error));
    child.once("close", () => this.#ended());
    // What it started may hold its pipes open; it cannot speak for it.
    child.once("exit", () => {
      this.#signal("SIGKILL");
      this.#lingering = setTimeout(() => this.#ended(), PATIENCE_MS);
    });
    return new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.on("error", (error) => {
        reject(error);
        this.onerror?.(error);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) return Promise.reject(new Error("The child's input is closed"));
    if (stdin.writableLength > UNREAD_BYTES) {
      this.#giveUp("not_reading");
      return Promise.reject(new Error("The child does not read its input"));
    }
    return new Promise((resolve, reject) => {
      if (stdin.write(`${JSON.stringify(message)}\n`, (error) => error && reject(error))) resolve();
      else stdin.once("drain", resolve);
    });
  }

  /** Ends the child: its input first, then a request, then by force. Resolves when it is gone. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const running = (): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    child.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (!running()) break;
      await within(PATIENCE_MS, gone);
      if (running()) this.#signal(signal);
    }
    if (running()) await gone;
    // Whatever it started and left behind, and pipes that such a process still holds.
    this.#signal("SIGKILL");
    child.stdout?.destroy();
    child.stdin?.destroy();
    this.#ended();
  }

  #read(chunk: Buffer): void {
    if (this.#fault !== null) return;
    for (const line of this.#reader.push(chunk)) this.#heard(line);
    if (this.#reader.overflowed) this.#giveUp("message_too_large");
    // A child that never stops speaking must not keep the others from being heard.
    const stdout = this.#child?.stdout;
    stdout?.pause();
    setImmediate(() => stdout?.resume());
  }

  #heard({ text, bytes }: Line): void {
    if (this.#fault !== null || text === "") return;
    const message = messageOf(text);
    if (message !== null) {
      this.#noise = { lines: 0, bytes: 0 };
      this.onmessage?.(message);
      return;
    }
    this.#noise = { lines: this.#noise.lines + 1, bytes: this.#noise.bytes + bytes };
    if (this.#noise.lines > NOISE_LINES || this.#noise.bytes > NOISE_BYTES) this.#giveUp("noise");
  }

  #giveUp(fault: ChildFault): void {
    if (this.#fault !== null) return;
    this.#fault = fault;
    this.#child?.stdout?.destroy();
    this.#signal("SIGKILL");
    this.onerror?.(new Error("The child was ended for what it says"));
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child?.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // It is gone, and all that it started.
    }
  }

  #ended(): void {
    process.off("exit", this.#killNow);
    clearTimeout(this.#lingering);
    if (this.#child === null) return;
    this.#child = null;
    this.onclose?.();
  }
}

function messageOf(text: string): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(JSON.parse(text));
  } catch {
    return null;
  }
}

function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
