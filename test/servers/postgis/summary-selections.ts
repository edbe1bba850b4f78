import { seededRandom } from "@emberline/test-support/random";
import { perimeterFile, readFeatures } from "@emberline/test-support/shared-data";

interface Box {
  readonly bbox: readonly [west: number, south: number, east: number, north: number];
}

interface Circle {
  readonly lon: number;
  readonly lat: number;
  readonly radiusKm: number;
}

/** A selection and its grouping, independent of the tool and SQL. */
export interface SummarySelection {
  readonly collection: "svc:hotspots" | "svc:satellite-perimeters";
  /** Null: everywhere. */
  readonly area: Box | Circle | null;
  /** First and last day, inclusive, in the zone. */
  readonly days: readonly [string, string];
  readonly zone: string;
  readonly groupBy: readonly string[];
  readonly properties: readonly string[];
  readonly cellDeg: number;
  readonly clusterKm: number;
  readonly clusterHours: number;
  /** For perimeters: only the newest of each fire. */
  readonly latestPerFire: boolean;
}

/** A file of detections: its days, and the zones of the selected days. */
interface Season {
  readonly file: string;
  readonly first: string;
  readonly days: number;
  readonly zones: readonly string[];
}

const seasons: readonly Season[] = [
  {
    file: "hotspots_australia_modis_2019-08_2019-09",
    first: "2019-08-01",
    days: 61,
    zones: ["UTC", "Australia/Darwin", "Australia/Eucla"],
  },
  {
    // In these days summer time ends in Sydney, on Lord Howe (by half
    // an hour), Chatham and in Chile.
    file: "hotspots_global_modis_2022-03-28_2022-04-04",
    first: "2022-03-28",
    days: 8,
    zones: ["Australia/Sydney", "Australia/Lord_Howe", "Pacific/Chatham", "America/Santiago"],
  },
  {
    file: "hotspots_global_modis_2023-08-01_2023-08-02",
    first: "2023-08-01",
    days: 2,
    zones: ["America/Los_Angeles", "Asia/Kathmandu"],
  },
  {
    file: "hotspots_hawaii_viirs_2024-04_2024-06",
    first: "2024-04-01",
    days: 91,
    zones: ["Pacific/Honolulu"],
  },
];

const seasonsOfFire = [
  ["2023-07-01", "2023-09-30"],
  ["2024-07-10", "2024-08-20"],
  ["2023-08-10", "2023-08-20"],
  ["2023-01-01", "2024-12-31"],
] as const;

const groupings = [
  ["day"],
  ["hour"],
  ["cluster"],
  ["day", "satellite"],
  ["cell"],
  ["confidence"],
  ["cell", "daynight"],
  ["cluster"],
  ["hour", "satellite"],
];

const dayMs = 86_400_000;

/** Reproducible selections: boxes, circles, the whole world; zones with and without summer time. */
export function makeSelections(seed: number): SummarySelection[] {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const rounded = (value: number) => Number(value.toFixed(3));
  const daysOf = (first: string, length: number): [string, string] => {
    const day = (offset: number) =>
      new Date(Date.parse(first) + offset * dayMs).toISOString().slice(0, 10);
    const from = Math.floor(between(0, length));
    return [day(from), day(from + Math.floor(between(0, length - from)))];
  };
  const areaAround = ([lon, lat]: readonly number[], isSmall: boolean): Box | Circle => {
    if (random() < 0.5) {
      const radiusKm = rounded(10 ** between(0.7, isSmall ? 2.4 : 3));
      return { lon: rounded(lon! + between(-0.2, 0.2)), lat: rounded(lat!), radiusKm };
    }
    const half = isSmall ? between(0.2, 2) : between(1, 12);
    const [west, east] = [lon! - half, lon! + half].map((each) =>
      rounded(each > 180 ? each - 360 : each < -180 ? each + 360 : each),
    ) as [number, number];
    return {
      bbox: [west, rounded(Math.max(-90, lat! - half)), east, rounded(Math.min(90, lat! + half))],
    };
  };

  const positions = seasons.map(({ file }) =>
    readFeatures(file).map(({ geometry }) => (geometry as { coordinates: number[] }).coordinates),
  );
  const ofHotspots = Array.from({ length: 27 }, (_, n): SummarySelection => {
    const season = n % seasons.length;
    const { first, days, zones } = seasons[season]!;
    const groupBy = groupings[n % groupings.length]!;
    const isClustered = groupBy[0] === "cluster";
    const isWorld = !isClustered && n % 11 === 4;
    const isAntimeridian = n % 12 === 9;
    return {
      collection: "svc:hotspots",
      area: isWorld
        ? null
        : isAntimeridian
          ? { bbox: [150, -50, -100, 70] }
          : areaAround(pick(positions[season]!), isClustered),
      days: daysOf(first, days),
      zone: pick(zones),
      groupBy,
      properties: isClustered ? ["frp"] : ["frp", "scan"],
      cellDeg: pick([0.25, 1, 2.5, 10]),
      clusterKm: pick([1, 2, 5]),
      clusterHours: pick([6, 48, 240]),
      latestPerFire: false,
    };
  });
  const perimeters = readFeatures<{ geometry: { coordinates: unknown[] } }>(perimeterFile);
  const ofPerimeters = Array.from({ length: 9 }, (_, n): SummarySelection => {
    const { geometry } = pick(perimeters);
    const vertex = geometry.coordinates.flat(3).slice(0, 2) as number[];
    // All snapshots of many fires exceed the tool's limit of vertices for a union.
    const latestPerFire = n % 3 !== 2;
    return {
      collection: "svc:satellite-perimeters",
      area: latestPerFire && n % 5 === 0 ? null : areaAround(vertex, !latestPerFire),
      days: latestPerFire ? pick(seasonsOfFire) : ["2023-08-10", "2023-08-20"],
      // Calendar dates are not shifted by the zone.
      zone: pick(["UTC", "America/Los_Angeles"]),
      groupBy: pick([["fire"], ["day"], ["state"]]),
      properties: ["gis_acres"],
      cellDeg: 1,
      clusterKm: 2,
      clusterHours: 48,
      latestPerFire,
    };
  });
  return [...ofHotspots, ...ofPerimeters];
}
