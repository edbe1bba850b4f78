import { isDeepStrictEqual } from "node:util";
import { runProgram, subject } from "./child.ts";
import { hotspotCount, timeOf } from "./hotspots.ts";
import { interleave, median, medianRatio } from "./interleave.ts";
import type { Line } from "./row.ts";
import type { Service } from "./service-program.ts";

interface Top {
  readonly rows: unknown;
  readonly matched: number;
  readonly wallMs: number;
  readonly bytes: number;
}

const whole = { collection: "svc:hotspots", sort: "-frp", limit: 10 };

/** Without a selection, and with a box and a week. */
const inputs: Readonly<Record<string, object>> = {
  "": whole,
  "-selected": {
    ...whole,
    bbox: [-125, 30, -60, 55],
    time: timeOf(Math.floor(hotspotCount / 2), Math.floor(hotspotCount * 0.617)),
  },
};

/**
 * The strongest ten of a million hotspots, sorted by the service, compared with reading them.
 *
 * @throws {Error} when the two differ
 */
export async function topLines(name: string, service: Service): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [suffix, input] of Object.entries(inputs)) {
    const top = async (mode: string): Promise<Top> => {
      const args = [JSON.stringify(service), JSON.stringify(input), mode];
      return JSON.parse(await runProgram(subject("top.mjs"), { args }));
    };
    const { read, served } = await interleave(
      { read: () => top("read"), served: () => top("served") },
      { rounds: 5 },
    );
    const isSame = read.every(({ rows, matched }, round) =>
      isDeepStrictEqual([rows, matched], [served[round]!.rows, served[round]!.matched]),
    );
    if (!isSame) throw new Error("the service sorted other hotspots to the top than there are");
    const wallMs = (all: readonly Top[]) => all.map((each) => each.wallMs);
    lines.push(
      {
        name: `${name}${suffix}`,
        value: medianRatio(wallMs(served), wallMs(read)),
        unit: "× reading them",
        goal: { kind: "≤", bound: 0.02 },
        measured: { unit: "ms", read: median(wallMs(read)), emberline: median(wallMs(served)) },
      },
      {
        name: `${name}${suffix}-bytes`,
        value: median(served.map(({ bytes }) => bytes / 1000)),
        unit: "kB received",
        goal: { kind: "≤", bound: 20 },
        measured: { unit: "kB", read: median(read.map(({ bytes }) => bytes / 1000)) },
      },
    );
  }
  return lines;
}
