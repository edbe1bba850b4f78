import { bboxProblem, geometryProblem } from "../geometry/validity.ts";
import { temporalProblem } from "../time/literals.ts";
import type { Expression } from "../tree.ts";

/** Why a literal cannot exist, as the rest of a sentence; undefined for sound ones and for other nodes. */
export function literalProblem(node: Expression): string | undefined {
  if (typeof node !== "object" || Array.isArray(node) || "op" in node || "property" in node) {
    return undefined;
  }
  if ("bbox" in node) return bboxProblem(node);
  if ("type" in node) return geometryProblem(node);
  return temporalProblem(node);
}
