import type { Feature } from "@emberline/core";
import { cleanText } from "./text.ts";

/** The feature's id as text, even if it is a number; null if it has none. */
export function idOf({ id }: Feature): string | null {
  return id === undefined ? null : cleanText(String(id), 500);
}
