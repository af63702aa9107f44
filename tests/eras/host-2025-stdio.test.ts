import { describeHost } from "./describe-host.ts";

describeHost("2025 stdio");
