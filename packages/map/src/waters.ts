import type { Position } from "@emberline/geo";

/** Rivers as lines and lakes as rings, wound for drawing. */
export interface Waters {
  readonly rivers: readonly Position[][];
  readonly lakes: readonly Position[][];
}

let loading: Promise<Waters> | undefined;

/** Rivers and lakes of the world at 1:50 million; 200 kB are loaded on first use. */
export function loadWaters(): Promise<Waters> {
  loading ??= import("../data/waters.js").then(({ rivers, lakes }) => ({
    rivers: rivers.split("\n").map(toLine),
    lakes: lakes.split("\n").map(toLine),
  }));
  return loading;
}

function toLine(text: string): Position[] {
  const line: Position[] = [];
  let [x, y] = [0, 0];
  const steps = text.split(" ").map(Number);
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i]!;
    y += steps[i + 1]!;
    line.push([x / 100, y / 100]);
  }
  return line;
}
