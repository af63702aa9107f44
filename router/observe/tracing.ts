import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { CallBegun, Observer } from "./observer.ts";

export interface Tracing extends Observer {
  /** Sends what is left, for a moment; a collector that is gone delays no shutdown. */
  close(): Promise<void>;
}

const EXPORT_MS = 5_000;
const FLUSH_MS = 2_000;
const METHODS: Readonly<Record<CallBegun["kind"], string>> = {
  tool: "tools/call",
  search: "tools/call",
  prompt: "prompts/get",
  resource: "resources/read",
  completion: "completion/complete",
};

/** One span a call, a child of the caller's where it sent a trace context; the source is handed ours. */
export function createTracing({ endpoint, version }: { endpoint: string; version: string }): Tracing {
  const processor = new BatchSpanProcessor(new OTLPTraceExporter({ url: endpoint, timeoutMillis: EXPORT_MS }));
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "gene-router", "service.version": version }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("gene-router", version);
  return {
    began(call) {
      const method = METHODS[call.kind];
      const attributes = {
        "mcp.method.name": method,
        ...(call.name !== null && { "gen_ai.tool.name": call.name }),
        ...(call.namespace !== null && { "gene_router.namespace": call.namespace }),
        "gene_router.request_id": call.requestId,
      };
      const name = call.name === null ? method : `${method} ${call.name}`;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parentOf(call.traceparent));
      return {
        traceparent: traceparentOf(span),
        ended({ outcome }) {
          if (outcome !== "ok" && outcome !== "input_required") {
            span.setAttribute("error.type", outcome);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, FLUSH_MS);
      });
      await Promise.race([provider.shutdown().catch(() => {}), patience]);
      clearTimeout(timer);
    },
  };
}

function parentOf(traceparent: string | null) {
  if (traceparent === null) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "00"] = traceparent.split("-");
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, "0")}`;
}
