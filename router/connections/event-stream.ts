/** Reads `data` of server-sent events as bytes arrive. Comments, ids and event names are of no use here. */
export class EventStreamReader {
  #rest = "";
  #data: string[] = [];
  readonly #decoder = new TextDecoder();

  /** The events that these bytes complete, in order. */
  push(chunk: Uint8Array): string[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    const events: string[] = [];
    for (const line of lines) {
      if (line === "") {
        if (this.#data.length > 0) events.push(this.#data.join("\n"));
        this.#data = [];
      } else if (line.startsWith("data:")) {
        this.#data.push(line.slice(line.charCodeAt(5) === 0x20 ? 6 : 5));
      }
    }
    return events;
  }
}
