export interface Rounds {
  /** Counted rounds, at least five; default 7. */
  readonly rounds?: number;
  /** Warm-up rounds before them, which are discarded; default 1. */
  readonly warmUpRounds?: number;
}

/**
 * Samples every candidate once a round, so that a machine that slows down or
 * speeds up does so for all of them. The order turns by one each round.
 */
export async function interleave<Name extends string, Sample>(
  candidates: Readonly<Record<Name, () => Promise<Sample>>>,
  { rounds = 7, warmUpRounds = 1 }: Rounds = {},
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(candidates) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]]));
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (let place = 0; place < names.length; place++) {
      const name = names[(round + place) % names.length]!;
      const sample = await candidates[name]();
      if (round >= warmUpRounds) samples[name]!.push(sample);
    }
  }
  return samples as Record<Name, Sample[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median of the ratios of each round. */
export function medianRatio(values: readonly number[], baseline: readonly number[]): number {
  return median(values.map((value, round) => value / baseline[round]!));
}
