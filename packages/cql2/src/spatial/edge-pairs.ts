import { boxOfEdgeMeets, type EdgeTree, edgeMeetsBox } from "./edge-tree.ts";
import type { Edges } from "./edges.ts";
import type { Steps } from "./steps.ts";

/** Pairs of groups per step: less than a millisecond. */
const groupsPerStep = 256;

/**
 * Calls `visit` with pairs of edges of two trees whose boxes meet, including all that intersect,
 * until it returns true; returns whether it did. For a tree and itself, each pair comes once.
 */
export function* edgePairs(
  a: EdgeTree,
  b: EdgeTree,
  visit: (edgeA: number, edgeB: number) => boolean,
): Steps<boolean> {
  const waiting = [a.levels.length - 1, 0, b.levels.length - 1, 0];
  let groups = 0;
  while (waiting.length > 0) {
    const groupB = waiting.pop()!;
    const levelB = waiting.pop()!;
    const groupA = waiting.pop()!;
    const levelA = waiting.pop()!;
    const isSame = a === b && levelA === levelB && groupA === groupB;
    if (!isSame && !groupsMeet(a.levels[levelA]!, groupA, b.levels[levelB]!, groupB)) continue;
    if (levelA === 0 && levelB === 0) {
      if (isSame ? pairsInGroup(a, groupA, visit) : pairsOfGroups(a, groupA, b, groupB, visit)) {
        return true;
      }
      if (++groups % groupsPerStep === 0) yield;
      continue;
    }
    if (isSame) {
      const end = a.end(levelA, groupA);
      for (let i = a.first(groupA); i < end; i++) {
        for (let j = i; j < end; j++) waiting.push(levelA - 1, i, levelA - 1, j);
      }
    } else if (levelA >= levelB) {
      const end = a.end(levelA, groupA);
      for (let i = a.first(groupA); i < end; i++) waiting.push(levelA - 1, i, levelB, groupB);
    } else {
      const end = b.end(levelB, groupB);
      for (let i = b.first(groupB); i < end; i++) waiting.push(levelA, groupA, levelB - 1, i);
    }
  }
  return false;
}

function groupsMeet(a: Float64Array, groupA: number, b: Float64Array, groupB: number): boolean {
  const i = 4 * groupA;
  const j = 4 * groupB;
  return (
    a[i]! <= b[j + 2]! && b[j]! <= a[i + 2]! && a[i + 1]! <= b[j + 3]! && b[j + 1]! <= a[i + 3]!
  );
}

function pairsOfGroups(
  a: EdgeTree,
  groupA: number,
  b: EdgeTree,
  groupB: number,
  visit: (edgeA: number, edgeB: number) => boolean,
): boolean {
  const box = a.boxOf(0, groupA);
  const endA = a.end(0, groupA);
  const endB = b.end(0, groupB);
  for (let j = b.first(groupB); j < endB; j++) {
    // Long edges miss most groups, although their boxes overlap.
    if (!boxOfEdgeMeets(b.edges, j, box) || !edgeMeetsBox(b.edges, j, box)) continue;
    for (let i = a.first(groupA); i < endA; i++) {
      if (boxesOfEdgesMeet(a.edges, i, b.edges, j) && visit(i, j)) return true;
    }
  }
  return false;
}

function pairsInGroup(
  tree: EdgeTree,
  group: number,
  visit: (edgeA: number, edgeB: number) => boolean,
): boolean {
  const end = tree.end(0, group);
  for (let i = tree.first(group); i < end; i++) {
    for (let j = i + 1; j < end; j++) {
      if (boxesOfEdgesMeet(tree.edges, i, tree.edges, j) && visit(i, j)) return true;
    }
  }
  return false;
}

function boxesOfEdgesMeet(a: Edges, edgeA: number, b: Edges, edgeB: number): boolean {
  const p = 2 * a.ends[2 * edgeA]!;
  const q = 2 * a.ends[2 * edgeA + 1]!;
  const r = 2 * b.ends[2 * edgeB]!;
  const s = 2 * b.ends[2 * edgeB + 1]!;
  return (
    spansMeet(a.xy[p]!, a.xy[q]!, b.xy[r]!, b.xy[s]!) &&
    spansMeet(a.xy[p + 1]!, a.xy[q + 1]!, b.xy[r + 1]!, b.xy[s + 1]!)
  );
}

function spansMeet(p: number, q: number, r: number, s: number): boolean {
  if (p < q) return r < s ? p <= s && r <= q : p <= r && s <= q;
  return r < s ? q <= s && r <= p : q <= r && s <= p;
}
