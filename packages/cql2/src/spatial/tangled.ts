import { type Geometry, pathsOf } from "@emberline/geo";
import { Cql2Error } from "../values/error.ts";
import { maxCrossings } from "../values/limits.ts";
import { contactCrossing, contactOf } from "./contact.ts";
import { edgePairs } from "./edge-pairs.ts";
import { EdgeTree } from "./edge-tree.ts";
import { type Edges, edgesOf, inZOrder } from "./edges.ts";
import { formOf } from "./form.ts";
import { finish } from "./steps.ts";

/** Up to here no rounding creates enough new crossings to exceed the limit. */
const surelyFew = maxCrossings / 2;

/**
 * Whether a geometry with a shape crosses itself too often for its valid form: then predicates may
 * throw. Much faster than to compute that form.
 *
 * @example
 * ```js
 * const bowTie = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]];
 * isTangled({ type: "Polygon", coordinates: [bowTie] }); // → false
 * ```
 */
export function isTangled(geometry: Geometry): boolean {
  const isAreal = /Polygon|Collection/.test(geometry.type);
  if (!isAreal || !mayCrossOften(geometry)) return false;
  try {
    finish(formOf(geometry));
    return false;
  } catch (error) {
    if (error instanceof Cql2Error && error.code === "limit") return true;
    throw error;
  }
}

function mayCrossOften(geometry: Geometry): boolean {
  const edges = finish(edgesOf(inZOrder(pathsOf(geometry), (path) => path)));
  const count = edges.ends.length / 2;
  if ((count * (count - 1)) / 2 <= surelyFew) return false;
  const tree = new EdgeTree(edges);
  // Most outlines have few pairs of edges that are even near each other.
  return hasMany(tree, () => true) && hasMany(tree, (a, b) => crosses(edges, a, b));
}

function hasMany(tree: EdgeTree, counts: (edge: number, other: number) => boolean): boolean {
  let pairs = 0;
  const visit = (edge: number, other: number) => counts(edge, other) && ++pairs > surelyFew;
  return finish(edgePairs(tree, tree, visit));
}

function crosses(edges: Edges, edge: number, other: number): boolean {
  return contactOf(edges, edge, edges, other) === contactCrossing;
}
