import { runProgram, subject } from "./child.ts";
import { median } from "./interleave.ts";
import type { Line } from "./row.ts";
import type { Service } from "./service-program.ts";

interface Latency {
  readonly rawMs: number;
  readonly askedMs: number;
  /** Hotspots in all areas. */
  readonly matched: number;
}

const rounds = 5;

/**
 * The first `query_features` about a small area among a million hotspots, compared with the bare
 * request for its features.
 */
export async function pageLatencyLines(name: string, service: Service): Promise<Line[]> {
  const samples: Latency[] = [];
  for (let round = 0; round < rounds; round++) {
    const args = [JSON.stringify(service)];
    samples.push(JSON.parse(await runProgram(subject("page-latency.mjs"), { args })));
  }
  if (samples.some(({ matched }) => matched === 0)) throw new Error("no area had a hotspot");
  return [
    {
      name,
      value: median(samples.map(({ askedMs, rawMs }) => askedMs / rawMs)),
      unit: "× the bare request",
      goal: { kind: "≤", bound: 1.6 },
      measured: {
        unit: "ms",
        bare: median(samples.map(({ rawMs }) => rawMs)),
        emberline: median(samples.map(({ askedMs }) => askedMs)),
      },
    },
  ];
}
