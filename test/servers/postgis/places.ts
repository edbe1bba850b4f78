import type { Feature } from "@emberline/core";
import { seededRandom } from "@emberline/test-support/random";
import { perimeterFile, readFeatures } from "@emberline/test-support/shared-data";

export interface ScenePlace {
  readonly lon: number;
  readonly lat: number;
  readonly radiusKm: number;
  /** First and last day, UTC. */
  readonly days: readonly [string, string];
}

/** A feature of a file. */
type Source = Feature & { readonly id: string };

export interface Scene {
  readonly perimeters: readonly Source[];
  readonly sources: readonly Source[];
  readonly hotspots: readonly Source[];
  readonly places: readonly ScenePlace[];
}

const dayMs = 86_400_000;
const day = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);

/**
 * Places around real perimeters, static sources of every category and real
 * detections, with generated detections around them: at all distances from 10 m
 * to 7 km, by pixels of all sizes, before, at and after the time of a perimeter.
 */
export function makeScene(seed: number): Scene {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const perimeters = readFeatures<Source>(perimeterFile);
  const sources = readFeatures<Source>("static-heat-sources");
  const real = readFeatures<Source>("hotspots_global_modis_2023-08-01_2023-08-02");
  const made: Source[] = [];
  const places: ScenePlace[] = [];

  const near = ([lon, lat]: number[], km: number): [number, number] => {
    const angle = between(0, 2 * Math.PI);
    const north = (km * Math.cos(angle)) / 111.2;
    const east = (km * Math.sin(angle)) / (111.3 * Math.cos((lat! * Math.PI) / 180));
    return [Number((lon! + east).toFixed(5)), Number((lat! + north).toFixed(5))];
  };
  const detect = (position: [number, number], epochMs: number) => {
    const pixel = random() < 0.1 ? {} : { scan: between(0.3, 4.8), track: between(0.3, 2) };
    made.push({
      type: "Feature",
      id: `made-${made.length}`,
      geometry: { type: "Point", coordinates: position },
      properties: {
        datetime: new Date(Math.floor(epochMs / 1000) * 1000).toISOString(),
        frp: 1,
        ...pixel,
      },
    });
  };

  for (let i = 0; i < 24; i++) {
    const perimeter = pick(perimeters);
    const dateMs = Date.parse(String(perimeter.properties!.datetime));
    const ofFire = perimeters.filter(
      ({ properties }) => properties!.incident_id === perimeter.properties!.incident_id,
    );
    const [lon, lat] = near(pick(verticesOf(perimeter)), between(0, 20));
    const firstMs = dateMs - Math.floor(between(0, 40)) * dayMs;
    const lastMs = dateMs + Math.floor(between(0, 40)) * dayMs;
    places.push({ lon, lat, radiusKm: between(10, 60), days: [day(firstMs), day(lastMs)] });
    for (let n = 0; n < 60; n++) {
      const position = near(pick(verticesOf(pick(ofFire))), 10 ** between(-2, 0.7));
      detect(position, between(firstMs - dayMs, lastMs + 2 * dayMs));
    }
  }
  for (const category of ["power_plant", "steel_plant", "volcano", "offshore_platform"]) {
    const ofCategory = sources.filter(({ properties }) => properties!.category === category);
    for (let i = 0; i < 4; i++) {
      const [center] = verticesOf(pick(ofCategory));
      const [lon, lat] = near(center!, between(0, 20));
      const firstMs = Date.parse("2024-01-01") + Math.floor(between(0, 300)) * dayMs;
      places.push({ lon, lat, radiusKm: between(10, 60), days: [day(firstMs), day(firstMs)] });
      for (let n = 0; n < 40; n++) {
        detect(near(center!, between(0, 7)), between(firstMs, firstMs + dayMs));
      }
    }
  }
  const inTheWest = real.filter(({ geometry }) => {
    const [lon, lat] = (geometry as { coordinates: number[] }).coordinates;
    return lon! > -125 && lon! < -117 && lat! > 32 && lat! < 49;
  });
  for (const from of [inTheWest, inTheWest, inTheWest, inTheWest, real, real, real, real]) {
    const [lon, lat] = near(verticesOf(pick(from))[0]!, between(0, 50));
    places.push({ lon, lat, radiusKm: between(100, 250), days: ["2023-08-01", "2023-08-02"] });
  }
  return { perimeters, sources, hotspots: [...real, ...made], places };
}

function verticesOf({ geometry }: Source): number[][] {
  switch (geometry?.type) {
    case "Point":
      return [geometry.coordinates];
    case "Polygon":
      return geometry.coordinates.flat();
    case "MultiPolygon":
      return geometry.coordinates.flat(2);
    default:
      return [];
  }
}
