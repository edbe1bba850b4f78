import { outlineMeaning } from "../collection/outline-meaning.ts";
import type { Kind } from "./kinds.ts";

/** The meaning of an outline's kind; undefined if neither its name nor its properties show it. */
export function meaningOf({ kind, own, all }: Kind): string | undefined {
  // Properties that all kinds share say something only if there is a single kind.
  return outlineMeaning(kind ?? "") ?? outlineMeaning((own.length > 0 ? own : all).join(" "));
}
