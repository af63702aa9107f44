import { setting } from "../../servers/kit/settings.ts";

export interface ObserveSettings {
  /** Bearer for the whole of GET /status from elsewhere than this machine; null: never. */
  readonly statusToken: string | null;
  /** Bearer for GET /metrics from elsewhere than this machine; null: never. */
  readonly metricsToken: string | null;
  /** Key of the callers' pseudonyms in log and audit; null: a new one at each start. */
  readonly logKey: string | null;
  /** File that every call is written down in; null: none. */
  readonly auditFile: string | null;
  /** Where spans go, by OTLP over HTTP; null: nowhere. */
  readonly tracesEndpoint: string | null;
}

const endpoint = (variable: string, purpose: string, suffix: string) => ({
  variable,
  purpose,
  fallback: null,
  parse: (text: string): string => {
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
      throw new Error("expected a URL such as http://localhost:4318");
    return text.replace(/\/+$/, "") + suffix;
  },
});

export const observeSettingSpecs = {
  statusToken: {
    spec: setting.secret("GENE_ROUTER_STATUS_TOKEN", "Bearer token for the whole of GET /status from other machines"),
    fileKey: null,
  },
  metricsToken: {
    spec: setting.secret("GENE_ROUTER_METRICS_TOKEN", "Bearer token for GET /metrics from other machines"),
    fileKey: null,
  },
  logKey: {
    spec: setting.secret(
      "GENE_ROUTER_LOG_KEY",
      "Key of the callers' pseudonyms in log and audit; new at each start if unset",
    ),
    fileKey: null,
  },
  auditFile: {
    spec: setting.text("GENE_ROUTER_AUDIT", "File to which a line is appended for every call", null),
    fileKey: null,
  },
  tracesEndpoint: {
    spec: endpoint("OTEL_EXPORTER_OTLP_ENDPOINT", "Collector that spans are sent to, OTLP over HTTP", "/v1/traces"),
    fileKey: null,
  },
} as const;
