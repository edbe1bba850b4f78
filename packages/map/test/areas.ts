import { boxContains, type Geometry } from "@emberline/geo";
import { perimeterFile, readFeatures, readShared } from "@emberline/test-support/shared-data";
import type { Box, Detection, LonLat, MapPlace, MapRequest, Perimeter } from "../src/index.ts";

interface Row {
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
}

function positionOf({ geometry }: Row): LonLat {
  if (geometry.type !== "Point") throw new Error(`a ${geometry.type} has no position`);
  return [geometry.coordinates[0], geometry.coordinates[1]];
}

function detectionsIn(file: string, box: Box): Detection[] {
  return readFeatures<Row>(`hotspots_${file}`)
    .filter((row) => boxContains(box, positionOf(row)))
    .map((row) => ({
      position: positionOf(row),
      timeMs: Date.parse(String(row.properties.datetime)),
      frpMw: Number(row.properties.frp),
    }));
}

function placesIn(box: Box): MapPlace[] {
  return readFeatures<Row>("places")
    .filter((row) => boxContains(box, positionOf(row)))
    .map((row) => ({
      name: String(row.properties.name),
      position: positionOf(row),
      population: Number(row.properties.population),
    }));
}

function staticSourcesIn(box: Box): LonLat[] {
  return readFeatures<Row>("static-heat-sources")
    .map(positionOf)
    .filter((position) => boxContains(box, position));
}

/** The newest perimeter of each fire until `end`. */
function perimetersUntil(end: string): Perimeter[] {
  const newest = new Map<unknown, Row>();
  for (const row of readFeatures<Row>(perimeterFile)) {
    const { incident_id: fire, datetime } = row.properties;
    if (String(datetime) > end) continue;
    const known = newest.get(fire);
    if (!known || String(datetime) >= String(known.properties.datetime)) newest.set(fire, row);
  }
  return [...newest.values()].map(({ geometry, properties }) => ({
    geometry,
    timeMs: Date.parse(String(properties.datetime)),
    name: String(properties.incident_name),
  }));
}

function simulations(): LonLat[] {
  const text = readShared("simulations_synthetic.json");
  const list: { longitude: number; latitude: number }[] = JSON.parse(text);
  return list.map(({ longitude, latitude }) => [longitude, latitude]);
}

const size = { width: 1024, height: 768, scale: 2 };
const attribution = ["Data: NASA FIRMS", "Place names: GeoNames, CC BY 4.0"];

function boxed(title: string, period: string, box: Box): Omit<MapRequest, "layers"> {
  return { ...size, title, period, area: { kind: "box", box }, attribution };
}

export interface GoldenMap {
  readonly request: MapRequest;
  readonly places: readonly MapPlace[];
}

const boxes = {
  fiji: [176, -20, -178, -15],
  chukotka: [165, 60, -168, 72],
  svalbard: [5, 74, 36, 81.5],
  antarctica: [-180, -90, 180, -60],
  twoKm: [-123.032, 42.63, -123.008, 42.648],
  world: [-180, -90, 180, 90],
  california: [-124.5, 32.3, -114, 42.1],
  hawaii: [-160.5, 18.7, -154.6, 22.4],
  australia: [112, -44, 154, -10],
} as const satisfies Record<string, Box>;

/** The maps that a person has approved, by the name of their file. */
export const goldenMaps: Readonly<Record<string, () => GoldenMap>> = {
  fiji: () => ({
    request: {
      ...boxed("Fiji, across the antimeridian", "28 March to 4 April 2022 UTC", boxes.fiji),
      layers: {
        detections: detectionsIn("global_modis_2022-03-28_2022-04-04", boxes.fiji),
        staticSources: staticSourcesIn(boxes.fiji),
      },
    },
    places: placesIn(boxes.fiji),
  }),
  chukotka: () => ({
    request: {
      ...boxed("Chukotka", "1 to 2 August 2023 UTC", boxes.chukotka),
      layers: { detections: detectionsIn("global_modis_2023-08-01_2023-08-02", boxes.chukotka) },
    },
    places: placesIn(boxes.chukotka),
  }),
  svalbard: () => ({
    request: {
      ...boxed("Svalbard", "All times", boxes.svalbard),
      layers: { staticSources: staticSourcesIn(boxes.svalbard) },
      notes: ["Nothing matches. No detection does not mean safe."],
    },
    places: placesIn(boxes.svalbard),
  }),
  antarctica: () => ({
    request: {
      ...boxed("Antarctica", "1 to 3 December 2018 UTC", boxes.antarctica),
      layers: {
        detections: detectionsIn("global_modis_2018-12-01_2018-12-03", boxes.antarctica),
        staticSources: staticSourcesIn(boxes.antarctica),
      },
    },
    places: placesIn(boxes.antarctica),
  }),
  "two-km": () => ({
    request: {
      ...boxed("A box of two kilometres in Oregon", "16 to 20 July 2026 UTC", boxes.twoKm),
      layers: { detections: detectionsIn("oregon_viirs_2026-07", boxes.twoKm) },
    },
    places: [],
  }),
  world: () => ({
    request: {
      ...boxed("The world: detections of 100 MW and more", "1 to 2 August 2023 UTC", boxes.world),
      layers: {
        detections: detectionsIn("global_modis_2023-08-01_2023-08-02", boxes.world).filter(
          ({ frpMw }) => frpMw! >= 100,
        ),
      },
    },
    places: placesIn(boxes.world),
  }),
  california: () => ({
    request: {
      ...boxed("California", "Perimeters until 31 August 2023 UTC", boxes.california),
      layers: {
        perimeters: perimetersUntil("2023-09-01"),
        detections: detectionsIn("global_modis_2023-08-01_2023-08-02", boxes.california),
        staticSources: staticSourcesIn(boxes.california),
      },
      asOfMs: Date.UTC(2023, 8, 1),
    },
    places: placesIn(boxes.california),
  }),
  hawaii: () => ({
    request: {
      ...boxed("Hawaii in the dark", "April to June 2024 UTC", boxes.hawaii),
      theme: "dark",
      layers: {
        detections: detectionsIn("hawaii_viirs_2024-04_2024-06", boxes.hawaii),
        staticSources: staticSourcesIn(boxes.hawaii),
      },
    },
    places: placesIn(boxes.hawaii),
  }),
  australia: () => ({
    request: {
      ...boxed(
        "Australia: more than can be drawn",
        "August and September 2019 UTC",
        boxes.australia,
      ),
      width: 800,
      height: 640,
      scale: 1,
      layers: { detections: detectionsIn("australia_modis_2019-08_2019-09", boxes.australia) },
    },
    places: placesIn(boxes.australia),
  }),
  simulations: () => ({
    request: {
      ...size,
      title: "Simulations around the fires of northern California",
      period: "August 2023 UTC",
      area: { kind: "circle", center: [-123.6, 41.7], radiusKm: 70 },
      layers: {
        perimeters: perimetersUntil("2023-09-01"),
        simulations: simulations(),
        staticSources: staticSourcesIn([-125, 40, -122, 43]),
      },
      asOfMs: Date.UTC(2023, 8, 1),
      mark: "SYNTHETIC DATA",
      attribution,
    },
    places: placesIn([-125, 40, -122, 43]),
  }),
};
