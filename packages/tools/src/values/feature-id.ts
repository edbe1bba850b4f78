import type { Feature } from "@emberline/core";
import { cleanText } from "./text.ts";

/** The feature's id as text, whatever the service has it as; null where it has none. */
export function idOf({ id }: Feature): string | null {
  return id === undefined ? null : cleanText(String(id), 500);
}
