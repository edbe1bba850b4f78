/** A call of a tool. */
export interface Call {
  readonly tool: string;
  readonly args: object;
}

/** Calls made distinct by a number, so that anything kept per call shows. */
const kinds: readonly ((n: number) => Call)[] = [
  (n) => ({
    tool: "query_features",
    args: { collection: "svc:hotspots", bbox: boxOf(n), limit: 10 },
  }),
  (n) => ({
    tool: "summarize_features",
    args: { collection: "svc:hotspots", bbox: boxOf(n), group_by: ["day"], filter: `frp > ${n}` },
  }),
  (n) => ({
    tool: "assess_location",
    args: { lon: (n % 3600) / 10 - 180, lat: ((n * 7) % 1200) / 10 - 60, radius_km: 20 },
  }),
  (n) => ({
    tool: "query_features",
    args: { collection: "svc:satellite-perimeters", limit: 2, bbox: boxOf(n) },
  }),
  (n) => ({ tool: "get_feature", args: { collection: "svc:hotspots", id: `none-${n}` } }),
  (n) => ({ tool: "list_simulations", args: { since: dateOf(n), limit: 2 } }),
  (n) => ({ tool: "query_features", args: { [`colection_${n}`]: n } }),
  () => ({ tool: "list_collections", args: {} }),
];

/** The call with this number: of every eight, one is invalid and one finds nothing. */
export function distinctCall(n: number): Call {
  return kinds[n % kinds.length]!(n);
}

/** How many calls there are of different kinds. */
export const kindsOfCalls = kinds.length;

function boxOf(n: number): readonly number[] {
  const west = (n % 3500) / 10 - 180;
  return [west, -60, west + 1, 60];
}

function dateOf(n: number): string {
  return new Date(Date.UTC(1970, 0, 1 + n)).toISOString().slice(0, 10);
}
