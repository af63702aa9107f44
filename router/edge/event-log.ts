import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** A host that lost its connection comes back within seconds; what it missed meanwhile is little, or it starts anew. */
const MAX_EVENTS = 256;
const MAX_BYTES = 256 * 1024;

interface LoggedEvent {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

/**
 * The last events of one session, so that a host whose connection broke gets the rest of a stream (`Last-Event-ID`).
 * What came before the oldest event kept cannot be had again, and is refused rather than passed over.
 */
export function createEventLog({ maxEvents = MAX_EVENTS, maxBytes = MAX_BYTES } = {}): EventStore {
  const events: LoggedEvent[] = [];
  let bytes = 0;
  let next = 1;
  const find = (id: string): LoggedEvent | undefined => events.find((event) => event.id === id);
  return {
    async storeEvent(streamId, message) {
      const event = { id: String(next), streamId, message, bytes: Buffer.byteLength(JSON.stringify(message)) };
      next += 1;
      events.push(event);
      bytes += event.bytes;
      while (events.length > maxEvents || bytes > maxBytes) bytes -= events.shift()?.bytes ?? bytes;
      return event.id;
    },
    async getStreamIdForEventId(id) {
      return find(id)?.streamId;
    },
    async replayEventsAfter(id, { send }) {
      const from = find(id);
      if (from === undefined) throw new Error("The event is not kept any more");
      const after = events.slice(events.indexOf(from) + 1).filter(({ streamId }) => streamId === from.streamId);
      // The first event of a stream opens it and says nothing.
      for (const event of after) if ("jsonrpc" in event.message) await send(event.id, event.message);
      return from.streamId;
    },
  };
}
