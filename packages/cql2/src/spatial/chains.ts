import type { Position } from "@emberline/geo";
import type { Edges } from "./edges.ts";

/** Joins edges into lines that continue wherever exactly two of them meet. */
export function chainsOf({ xy, ends }: Edges, chosen: Iterable<number>): Position[][] {
  const meeting = new Map<number, number[]>();
  for (const edge of chosen) {
    for (const end of [ends[2 * edge]!, ends[2 * edge + 1]!]) {
      const known = meeting.get(end);
      if (known === undefined) meeting.set(end, [edge]);
      else known.push(edge);
    }
  }
  const used = new Set<number>();
  const position = (vertex: number): Position => [xy[2 * vertex]!, xy[2 * vertex + 1]!];
  const walk = (start: number, first: number): Position[] => {
    const line = [position(start)];
    let edge: number | undefined = first;
    for (let at = start; edge !== undefined; ) {
      used.add(edge);
      at = ends[2 * edge]! === at ? ends[2 * edge + 1]! : ends[2 * edge]!;
      line.push(position(at));
      const onward: number[] = meeting.get(at)!;
      edge = onward.length === 2 ? onward.find((next) => !used.has(next)) : undefined;
    }
    return line;
  };
  const lines: Position[][] = [];
  const walkFrom = (isStart: (edges: readonly number[]) => boolean): void => {
    for (const [vertex, edges] of meeting) {
      if (!isStart(edges)) continue;
      for (const edge of edges) if (!used.has(edge)) lines.push(walk(vertex, edge));
    }
  };
  walkFrom((edges) => edges.length !== 2);
  // The rest are closed lines that no other touches.
  walkFrom(() => true);
  return lines;
}
