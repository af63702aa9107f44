import { CALL_FEATURES } from "./call-features.ts";
import type { Feature } from "./feature.ts";
import { QUESTION_FEATURES } from "./question-features.ts";
import { RESOURCE_FEATURES } from "./resource-features.ts";

/** Everything that a source can do, in the order of the table in docs/protocol.md. */
export const FEATURES: readonly Feature[] = [...CALL_FEATURES, ...QUESTION_FEATURES, ...RESOURCE_FEATURES];
