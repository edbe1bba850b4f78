import { bboxProblem, geometryProblem } from "@emberline/geo";
import { temporalProblem } from "../time/literals.ts";
import type { Expression } from "../tree.ts";

/** Why a literal is invalid, as the rest of a sentence; undefined for all other nodes. */
export function literalProblem(node: Expression): string | undefined {
  if (typeof node !== "object" || Array.isArray(node) || "op" in node || "property" in node) {
    return undefined;
  }
  if ("bbox" in node) return after("the bbox ", bboxProblem(node.bbox));
  if ("type" in node) return after("geometry", geometryProblem(node, { inDegrees: true }));
  return temporalProblem(node);
}

function after(name: string, problem: string | undefined): string | undefined {
  return problem && name + problem;
}
