/** What the scanner meets: a whole member of the top-level object, or one element of a streamed array. */
export interface JsonPart {
  readonly key: string;
  /** Position in a streamed array; null for a whole member. */
  readonly index: number | null;
  readonly text: string;
  /** Line on which the value starts, from 1. */
  readonly line: number;
}

/** The text breaks the grammar of one JSON object. */
export class JsonSyntaxError extends Error {
  readonly line: number;
  readonly problem: string;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.name = "JsonSyntaxError";
    this.line = line;
    this.problem = problem;
  }
}

type State = "start" | "key" | "colon" | "value" | "after_value" | "element" | "after_element" | "end";

const WHITESPACE = /\s/;
const STRING_STOP = /["\\]/g;
const CONTAINER_STOP = /["{}[\]]/g;
const SCALAR_STOP = /[\s,}\]]/g;

/**
 * Cuts one JSON object into its members, and the arrays named in `streamed` into their elements, while the text arrives
 * in pieces. Layout is free: one line or many. Values are handed over as text; whoever receives them parses them.
 * Throws `JsonSyntaxError`.
 */
export class JsonElements {
  readonly #streamed: ReadonlySet<string>;
  readonly #receive: (part: JsonPart) => void;
  #buffer = "";
  #at = 0;
  #line = 1;
  #counted = 0;
  #state: State = "start";
  #mayClose = true;
  #key = "";
  #index = 0;
  readonly #keys = new Set<string>();
  /** Where the scan of an unfinished value stopped, relative to its start; spares re-reading long values. */
  #resume: { offset: number; depth: number; inString: boolean } | null = null;

  constructor(streamed: ReadonlySet<string>, receive: (part: JsonPart) => void) {
    this.#streamed = streamed;
    this.#receive = receive;
  }

  /** Was this member of the top-level object met? */
  has(key: string): boolean {
    return this.#keys.has(key);
  }

  push(text: string): void {
    this.#lineAt(this.#at);
    this.#buffer = this.#buffer.slice(this.#at) + text;
    this.#counted -= this.#at;
    this.#at = 0;
    while (this.#step(false));
  }

  finish(): void {
    while (this.#step(true));
    if (this.#state !== "end") this.#refuse("the file ends before its object is closed");
  }

  #step(last: boolean): boolean {
    while (this.#at < this.#buffer.length && WHITESPACE.test(this.#buffer[this.#at] ?? "")) this.#at += 1;
    const next = this.#buffer[this.#at];
    if (next === undefined) return false;
    switch (this.#state) {
      case "start":
        return this.#take(next === "{", "key", "expected one JSON object");
      case "key": {
        if (next === "}" && this.#mayClose) return this.#take(true, "end", "");
        if (next !== '"') this.#refuse("expected a key in double quotes");
        const text = this.#value(last);
        if (text === null) return false;
        this.#key = this.#parsedKey(text);
        this.#keys.add(this.#key);
        this.#state = "colon";
        return true;
      }
      case "colon":
        return this.#take(next === ":", "value", "expected a colon after a key");
      case "value":
        if (next === "[" && this.#streamed.has(this.#key)) {
          this.#index = 0;
          this.#mayClose = true;
          return this.#take(true, "element", "");
        }
        return this.#hand(null, "after_value", last);
      case "after_value":
        this.#mayClose = false;
        return this.#take(next === "," || next === "}", next === "," ? "key" : "end", "expected a comma or a brace");
      case "element":
        if (next === "]" && this.#mayClose) return this.#take(true, "after_value", "");
        return this.#hand(this.#index, "after_element", last);
      case "after_element":
        this.#index += 1;
        this.#mayClose = false;
        return this.#take(
          next === "," || next === "]",
          next === "," ? "element" : "after_value",
          "expected a comma or a closing bracket",
        );
      case "end":
        return this.#refuse("text follows the closing brace");
    }
  }

  #take(expected: boolean, state: State, complaint: string): boolean {
    if (!expected) this.#refuse(complaint);
    this.#at += 1;
    this.#state = state;
    return true;
  }

  #hand(index: number | null, state: State, last: boolean): boolean {
    const line = this.#lineAt(this.#at);
    const text = this.#value(last);
    if (text === null) return false;
    this.#state = state;
    this.#receive({ key: this.#key, index, text, line });
    return true;
  }

  /** The text of the value that starts here, or null while its end has not arrived. */
  #value(last: boolean): string | null {
    const start = this.#at;
    const first = this.#buffer[start] ?? "";
    let end: number | null;
    if (first === '"' || first === "{" || first === "[") end = this.#containerEnd(start);
    else {
      SCALAR_STOP.lastIndex = start;
      end = SCALAR_STOP.exec(this.#buffer)?.index ?? (last ? this.#buffer.length : null);
      if (end === start) this.#refuse("expected a value");
    }
    if (end === null) {
      if (last) this.#refuse("the file ends inside a value");
      return null;
    }
    this.#resume = null;
    this.#at = end;
    return this.#buffer.slice(start, end);
  }

  #containerEnd(start: number): number | null {
    let { offset, depth, inString } = this.#resume ?? { offset: 0, depth: 0, inString: false };
    for (;;) {
      const stop = inString ? STRING_STOP : CONTAINER_STOP;
      stop.lastIndex = start + offset;
      const hit = stop.exec(this.#buffer);
      if (hit === null) {
        this.#resume = { offset: this.#buffer.length - start, depth, inString };
        return null;
      }
      if (hit[0] === "\\") {
        if (hit.index + 1 >= this.#buffer.length) {
          this.#resume = { offset: hit.index - start, depth, inString };
          return null;
        }
        offset = hit.index + 2 - start;
        continue;
      }
      offset = hit.index + 1 - start;
      if (hit[0] === '"') inString = !inString;
      else depth += hit[0] === "{" || hit[0] === "[" ? 1 : -1;
      if (depth === 0 && !inString) return start + offset;
    }
  }

  #parsedKey(text: string): string {
    try {
      return JSON.parse(text) as string;
    } catch {
      return this.#refuse("a key is not a valid JSON string");
    }
  }

  #lineAt(position: number): number {
    for (let at = this.#buffer.indexOf("\n", this.#counted); at !== -1 && at < position; ) {
      this.#line += 1;
      this.#counted = at + 1;
      at = this.#buffer.indexOf("\n", this.#counted);
    }
    this.#counted = Math.max(this.#counted, position);
    return this.#line;
  }

  #refuse(expected: string): never {
    throw new JsonSyntaxError(this.#lineAt(this.#at), expected);
  }
}
