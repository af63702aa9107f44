import { describeHost } from "./describe-host.ts";

describeHost("2026 http");
