import { Fault } from "../kit/fault.ts";

/** A request for names or sizes only: when it fails there is nothing to show, and the outcome stays as it is. */
export async function decorating<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
