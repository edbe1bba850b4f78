import { recordsOf } from "./records.ts";

/** A call of a tool, with a budget. */
export interface GeneratedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>> & { readonly max_tokens: number };
}

/** Times and places for generated calls. */
export interface Ground {
  /** Times with data, in any form that tools accept. */
  readonly times: readonly string[];
  /** Places with data nearby: `[lon, lat]`. */
  readonly places: readonly (readonly [number, number])[];
  /** Names of fires; without any, no call names a fire. */
  readonly fires?: readonly string[];
}

/** Numbers that look random and are the same in every run (Park and Miller 1988). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Calls of every tool that answers with rows: selections of all sizes, budgets from the least to
 * the greatest, most of them small.
 */
export function* generatedCalls(
  seed: number,
  { times, places, fires = [] }: Ground,
): Generator<GeneratedCall> {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const between = (low: number, high: number) => low + (high - low) * next();
  const place = () => {
    const [lon, lat] = pick(places);
    return { lon: lon + between(-0.2, 0.2), lat: lat + between(-0.2, 0.2) };
  };
  const area = () => {
    const west = between(-180, 120);
    return pick([
      {},
      { bbox: [west, -60, west + 60, 80] },
      { ...place(), radius_km: between(1, 1000) },
    ]);
  };
  const selection = (collection: string) => ({
    collection,
    ...(!collection.includes("static") && { time: pick([...times, undefined]) }),
    ...area(),
  });
  const query = () => {
    const collection = pick([
      "svc:hotspots",
      "svc:satellite-perimeters",
      "svc:static-heat-sources",
    ]);
    const sort = collection === "svc:static-heat-sources" ? undefined : pick([undefined, "-time"]);
    return { ...selection(collection), limit: pick([5, 20, 50, 400, 1000]), sort };
  };
  const summary = () => {
    const [collection, groupings] = pick([
      ["svc:hotspots", [["day"], ["hour", "satellite"], ["cell"], ["cluster"], ["confidence"]]],
      ["svc:satellite-perimeters", [["fire"], ["day", "fire"], ["cell"]]],
      ["svc:static-heat-sources", [["category"], ["cell"], ["name"]]],
    ] as const);
    return {
      ...selection(collection),
      group_by: pick<readonly string[]>(groupings),
      top: pick([0, 3, 20]),
    };
  };
  const comparison = () => {
    const { time: _, ...rest } = selection(pick(["svc:hotspots", "svc:satellite-perimeters"])) as {
      time?: string;
    };
    return { ...rest, before: pick(times), after: pick(times) };
  };
  const kinds: Readonly<Record<string, () => object>> = {
    query_features: query,
    summarize_features: summary,
    assess_location: () => ({ ...place(), radius_km: between(1, 1000), time: pick(times) }),
    ...(fires.length > 0 && {
      assess_fire: () => ({ fire: pick(fires), radius_km: between(1, 100) }),
    }),
    compare_periods: comparison,
    list_simulations: () => ({
      limit: pick([20, 100, 500]),
      status: pick([undefined, "COMPLETED"]),
    }),
    describe_collection: () => ({
      collection: pick(["svc:hotspots", "svc:satellite-perimeters", "svc:static-heat-sources"]),
    }),
  };
  for (;;) {
    // Budgets cut selections most often.
    const tool = pick([...Object.keys(kinds), "query_features", "summarize_features"]);
    const max_tokens = 500 + Math.floor(next() ** 2 * 9500);
    yield { tool, input: { ...kinds[tool]!(), max_tokens } };
  }
}

/**
 * Whether an answer left something out because of its budget: rows beyond `limit` were not
 * requested.
 */
export function isShortened(
  { input }: GeneratedCall,
  answer: { readonly [member: string]: unknown },
): boolean {
  const { omitted, complete } = answer as {
    omitted?: number;
    complete?: boolean;
  };
  const { limit } = input as { limit?: number };
  if (limit === undefined) return (omitted ?? 0) > 0;
  const shown = recordsOf(answer).length;
  return shown < limit && (omitted === undefined ? complete === false : omitted > 0);
}
