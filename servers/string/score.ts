import { z } from "zod";

/**
 * STRING's two scales meet here and nowhere else: rows give confidences as fractions of 1, thresholds are thousandths.
 * Comparisons are made on thousandths, rounded to the nearest, since a fraction such as 0.7 has no exact binary form.
 */
export const thousandths = (fraction: number): number => Math.round(fraction * 1000);

/** STRING's "medium confidence", in thousandths: below it a channel is noise, so that "> 0" is the wrong test. */
export const MEDIUM_CONFIDENCE = 400;

const SCORE_SCALE = "a whole number, 0 or from 100 to 1000 (thousandths: 400 medium, 700 high, 900 highest confidence)";

/**
 * 1–99 and fractions fit neither reading of STRING's documents (0.0–1.0, or 400): 0.7 sent as it is would mean
 * "everything" or "nothing". They are refused rather than guessed at.
 */
const fitsScale = (value: number): boolean =>
  value < 0 || value > 1000 || (Number.isInteger(value) && (value === 0 || value >= 100));

/** `required_score`: thousandths, the integer that is sent. */
export const requiredScore = (fallback: number) =>
  z
    .number()
    .min(0)
    .max(1000)
    .refine(fitsScale, `must be ${SCORE_SCALE}; fractions and 1 to 99 are on neither scale`)
    .meta({ type: "integer", anyOf: [{ const: 0 }, { minimum: 100 }] })
    .default(fallback)
    .describe(`Lowest combined score: ${SCORE_SCALE}`);

/** Whether a row's combined score (0–1) reaches a threshold in thousandths. */
export const reaches = (fraction: number, threshold: number): boolean => thousandths(fraction) >= threshold;
