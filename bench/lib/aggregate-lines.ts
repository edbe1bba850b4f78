import { runProgram, subject } from "./child.ts";
import { hotspotCount, timeOf } from "./hotspots.ts";
import { interleave, median, medianRatio } from "./interleave.ts";
import type { Line } from "./row.ts";
import type { Service } from "./service-program.ts";

interface Summary {
  readonly features: number;
  readonly groups: number;
  readonly frpSumMw: number;
  readonly wallMs: number;
}

/**
 * A million hotspots by day and satellite, counted by the service, compared with reading them.
 *
 * @throws {Error} when the two differ
 */
export async function aggregateLines(name: string, service: Service): Promise<Line[]> {
  const summarize = async (program: string): Promise<Summary> => {
    const args = [JSON.stringify(service), timeOf(0, hotspotCount - 1)];
    return JSON.parse(await runProgram(subject(`summarize/${program}.mjs`), { args }));
  };
  const { read, served } = await interleave(
    { read: () => summarize("emberline"), served: () => summarize("served") },
    { rounds: 5 },
  );
  const isSame = read.every(({ features, groups, frpSumMw }, round) => {
    const other = served[round]!;
    const hasSameGroups = other.groups === groups && other.frpSumMw === frpSumMw;
    return features === hotspotCount && other.features === features && hasSameGroups;
  });
  if (!isSame) throw new Error("the service counted other hotspots than there are");
  const wallMs = (all: readonly Summary[]) => all.map((each) => each.wallMs);
  return [
    {
      name,
      value: medianRatio(wallMs(served), wallMs(read)),
      unit: "× reading them",
      goal: { kind: "≤", bound: 0.1 },
      measured: { unit: "ms", read: median(wallMs(read)), emberline: median(wallMs(served)) },
    },
  ];
}
