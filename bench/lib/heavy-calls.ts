import { star } from "./star.ts";

/** A call that keeps a server busy. */
export interface HeavyCall {
  readonly name: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly accept?: string;
}

const hotspots = { collection: "svc:hotspots" };
const perimeters = { collection: "svc:satellite-perimeters" };
/** Answers repeat the filter: with less, a long one is refused before any work. */
const long = { max_tokens: 10_000 };
const rows = { limit: 1000, ...long };
const all = { latest_per_fire: false };
const picture = { width: 2048, height: 2048 };
const percentiles = { statistics: ["median", "p1", "p10", "p25", "p75", "p90", "p95", "p99"] };

const call = (name: string, tool: string, input: HeavyCall["input"]): HeavyCall => ({
  name,
  tool,
  input,
});
const query = (name: string, input: HeavyCall["input"]) => call(name, "query_features", input);
const summary = (name: string, input: HeavyCall["input"]) =>
  call(name, "summarize_features", input);
const exported = (format: string, { collection }: typeof hotspots) =>
  call(`${collection} as ${format}`, "export_features", { collection, format });
const within = (wkt: string) => `S_INTERSECTS(geometry, ${wkt})`;

/** On the shared data. First uses come first: gazetteer, named areas, indexes. */
export const heavyCalls: readonly HeavyCall[] = [
  call("a place by name", "find_place", { name: "Armidale" }),
  query("a named area", { ...hotspots, within: "Oregon" }),
  call("all hotspots described", "describe_collection", hotspots),
  call("all perimeters described", "describe_collection", perimeters),
  query("a triangle on perimeters", {
    ...perimeters,
    filter: within("POLYGON((-124 33,-114 33,-119 49,-124 33))"),
  }),
  query("a star on hotspots", { ...hotspots, ...long, filter: within(star(101)) }),
  query("a star on perimeters", { ...perimeters, ...long, filter: within(star(101)) }),
  query("a large star on perimeters", { ...perimeters, ...long, filter: within(star(301)) }),
  query("a box as a filter", { ...hotspots, filter: within("BBOX(112,-44,154,-10)") }),
  query("300 × (A OR B)", { ...hotspots, ...long, filter: ranges(300) }),
  query("950 × OR", {
    ...hotspots,
    ...long,
    filter: Array.from({ length: 950 }, (_, i) => `frp > ${i}`).join(" OR "),
  }),
  summary("union of perimeters", { ...perimeters, union: true }),
  summary("clusters of all hotspots", { ...hotspots, group_by: ["cluster"] }),
  summary("all hotspots by county", { ...hotspots, group_by: ["county"] }),
  summary("all hotspots by country", { ...hotspots, group_by: ["country"] }),
  summary("all perimeters by county", { ...perimeters, ...all, group_by: ["county"] }),
  summary("all hotspots by power", { ...hotspots, ...rows, group_by: ["frp"], sort: "-count" }),
  summary("more groups than allowed", { ...hotspots, group_by: ["frp", "brightness"] }),
  summary("percentiles", { ...hotspots, properties: ["frp", "brightness"], ...percentiles }),
  summary("the largest perimeters", { ...perimeters, ...all, top: 50, top_by: "area_km2" }),
  call("hotspots compared", "compare_periods", {
    ...hotspots,
    before: "2019-08",
    after: "2019-09",
  }),
  call("perimeters compared", "compare_periods", { ...perimeters, before: "2023", after: "2024" }),
  call("1,000 km around a place", "assess_location", {
    near: "Armidale",
    radius_km: 1000,
    time: "2019-09",
  }),
  call("all of a fire", "assess_fire", {
    fire: "Durkee",
    time: "2018-01-01/2027-01-01",
    radius_km: 100,
  }),
  query("1,000 rows with full geometry", { ...perimeters, ...rows, geometry: "full" }),
  query("1,000 simplified rows", { ...perimeters, ...rows, geometry: "simplified" }),
  query("all hotspots by power, sorted", { ...hotspots, ...rows, sort: "-frp" }),
  query("all perimeters by area", { ...perimeters, ...rows, sort: "-area_km2" }),
  call("a map of everything", "show_map", { ...picture, ...long }),
  {
    ...call("a picture of perimeters", "show_map", {
      collections: [perimeters.collection],
      ...picture,
    }),
    accept: "image/png",
  },
  exported("csv", hotspots),
  exported("kml", hotspots),
  exported("geojson", perimeters),
  exported("kml", perimeters),
];

/** On a million hotspots. */
export const largeCalls: readonly HeavyCall[] = [
  summary("a million by country", { ...hotspots, group_by: ["country"] }),
  summary("a million by power", { ...hotspots, ...rows, group_by: ["frp"], sort: "-count" }),
  summary("percentiles of a million", {
    ...hotspots,
    properties: ["frp", "latitude", "longitude", "scan", "track"],
    ...percentiles,
  }),
  summary("clusters of a million", { ...hotspots, group_by: ["cluster"] }),
  query("a million sorted", { ...hotspots, ...rows, sort: "-frp" }),
  call("a million described", "describe_collection", hotspots),
  call("a million compared", "compare_periods", {
    ...hotspots,
    before: "2025-01",
    after: "2025-02",
  }),
  call("1,000 km around a position", "assess_location", { lon: 10, lat: 10, radius_km: 1000 }),
  call("a map of a million", "show_map", {
    collections: [hotspots.collection],
    ...picture,
    ...long,
  }),
  exported("csv", hotspots),
];

function ranges(count: number): string {
  return Array.from({ length: count }, (_, i) => `(frp > ${i} OR brightness < ${i})`).join(" AND ");
}
