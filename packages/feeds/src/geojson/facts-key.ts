import { createHash } from "node:crypto";
import type { Properties } from "@emberline/geo";

/** Identifies what properties say, in any order; null says as much as nothing. */
export function factsKey(properties: Properties, except?: string): string {
  const facts = Object.entries(properties)
    .filter(([name, value]) => value !== null && value !== undefined && name !== except)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 16);
}
