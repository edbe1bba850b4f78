import { print } from "@emberline/cql2";
import { seededRandom } from "@emberline/test-support/random";
import { hotspots, randomFilter } from "../../../packages/cql2/test/postgis/random-filters.ts";

const random = seededRandom(20_261_123);

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

/** Real detections of six sources, and a few that lack something. */
export function features(): object[] {
  const odd = [
    { id: "nowhere", geometry: null, properties: { datetime: "2023-08-01T10:00:00Z", frp: 4.5 } },
    { id: "named-oddly", properties: { datetime: "2023-08-01T10:00:00Z", satellite: "  Aqua " } },
    { id: "long-decimals", properties: { datetime: "2023-08-01T10:07:00Z", frp: 1 / 3 } },
    { id: "tiny", properties: { datetime: "2023-08-01T10:07:00Z", frp: 1e-7, scan: 2.0000001 } },
  ].map((each) => ({ geometry: { type: "Point", coordinates: [10, 50] }, ...each }));
  return [...hotspots, ...odd.map((each) => ({ type: "Feature", ...each }))];
}

const areas = [
  ...[
    "Oregon",
    "California",
    "Northern Territory",
    "Brazil",
    "Hawaii",
    "Bangladesh",
    "Sierra Nevada",
  ],
  ...["Canada", "Klamath County, Oregon", "svc:satellite-perimeters/diamond", "Russia"],
];
const groupings = [
  ...["country", "region", "county"],
  ...["day", "hour", "hour_of_day", "local_hour", "cell"],
  ...["satellite", "confidence", "daynight", "version", "scan", "type"],
  ...["frp:5,50", "confidence:50,80", "brightness:300,320.5,340"],
];
const numbers = ["frp", "brightness", "bright_ti4", "scan", "confidence", "latitude"];
const statistics = ["sum", "min", "max", "mean", "median", "p90", "p12.5"];
const zones = ["UTC", "America/Los_Angeles", "Asia/Kathmandu", "Australia/Lord_Howe"];

function box(): number[] {
  const { geometry } = pick(hotspots);
  const [x, y] = geometry && "coordinates" in geometry ? (geometry.coordinates as number[]) : [];
  const size = 10 ** (random() * 3 - 1);
  const [south, north] = [Math.max(-90, y! - size), Math.min(90, y! + size)];
  if (random() < 0.2) return [160, south, -150, north];
  return [Math.max(-180, x! - size), south, Math.min(180, x! + size), north];
}

function time(): string {
  const from = Date.parse(String(pick(hotspots).properties?.datetime)) - random() * 86_400_000;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (random() < 0.3) return `since ${day(from)}`;
  return `${day(from)}/${day(from + random() * 40 * 86_400_000)}`;
}

function some<T>(items: readonly T[], most: number): T[] {
  return [...new Set(Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(items)))];
}

/** An outline of Oregon's Cascades and the dry side east of them. */
export const diamond = {
  type: "Feature",
  id: "diamond",
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [-123.1, 43.3],
        [-120.05, 41.1],
        [-116.9, 44.2],
        [-120.3, 46.75],
        [-123.1, 43.3],
      ],
    ],
  },
  properties: { datetime: "2026-07-10T00:00:00Z" },
};

/** The input of a call of `summarize_features`. */
export function randomSummary(): object {
  const properties = some(numbers, 2);
  const groupBy = some(groupings, 2);
  return {
    collection: "svc:hotspots",
    max_tokens: 10_000,
    group_by: groupBy,
    ...(properties.length > 0 && { properties }),
    ...(random() < 0.5 && properties.length > 0 && { statistics: [pick(statistics), "p50"] }),
    ...pick([{}, {}, { bbox: box() }, { bbox: box() }, { within: pick(areas) }]),
    ...(random() < 0.4 && { time: time() }),
    ...(random() < 0.5 && { filter: print(randomFilter(2)) }),
    ...(random() < 0.5 && { time_zone: pick(zones) }),
    ...(random() < 0.3 && { cell_deg: pick([0.05, 0.1, 0.3, 5]) }),
    ...(groupBy.length > 0 && random() < 0.3 && { limit: 5, sort: "-count" }),
  };
}
