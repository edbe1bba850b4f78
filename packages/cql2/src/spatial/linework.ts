import type { Coordinate } from "./jsts.ts";

/** A straight piece between two neighbouring vertices, the same whichever way it is run through. */
export interface Edge {
  from: Coordinate;
  to: Coordinate;
  key: string;
}

function edgeBetween(a: Coordinate, b: Coordinate): Edge {
  const forward = a.x < b.x || (a.x === b.x && a.y < b.y);
  const [from, to] = forward ? [a, b] : [b, a];
  return { from, to, key: `${from.x} ${from.y} ${to.x} ${to.y}` };
}

export function edgesOf(line: readonly Coordinate[]): Edge[] {
  return line.slice(1).map((point, i) => edgeBetween(line[i]!, point));
}

export function keyOf({ x, y }: Coordinate): string {
  return `${x} ${y}`;
}

/** Joins edges into lines that run on wherever exactly two edges meet. */
export function joinEdges(edges: Iterable<Edge>): Coordinate[][] {
  const meeting = new Map<string, Edge[]>();
  for (const edge of edges) {
    for (const end of [edge.from, edge.to]) {
      const key = keyOf(end);
      const known = meeting.get(key);
      if (known === undefined) meeting.set(key, [edge]);
      else known.push(edge);
    }
  }
  const used = new Set<Edge>();
  const walk = (start: Coordinate, first: Edge): Coordinate[] => {
    const line = [start];
    let edge: Edge | undefined = first;
    for (let at = start; edge !== undefined; ) {
      used.add(edge);
      at = keyOf(edge.from) === keyOf(at) ? edge.to : edge.from;
      line.push(at);
      const onward: Edge[] = meeting.get(keyOf(at))!;
      edge = onward.length === 2 ? onward.find((next) => !used.has(next)) : undefined;
    }
    return line;
  };
  const lines: Coordinate[][] = [];
  const walkFrom = (isStart: (edgesHere: readonly Edge[]) => boolean): void => {
    for (const [key, here] of meeting) {
      if (!isStart(here)) continue;
      for (const edge of here) {
        if (!used.has(edge)) lines.push(walk(keyOf(edge.from) === key ? edge.from : edge.to, edge));
      }
    }
  };
  walkFrom((here) => here.length !== 2);
  // What is left are rings that no other line touches.
  walkFrom(() => true);
  return lines;
}
