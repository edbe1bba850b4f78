// Reads the shared data from the files, without any code of the packages.
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const folder = new URL("../../../shared/data/", import.meta.url);

function readFeatures(prefix) {
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && name.endsWith(".geojsonl.gz"))
    .flatMap((name) =>
      gunzipSync(readFileSync(new URL(name, folder)))
        .toString()
        .split("\n"),
    )
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** `{ id, lon, lat, … }` with the properties of the source. */
function toPoint({ id, geometry, properties }) {
  const [lon, lat] = geometry.coordinates;
  return { ...properties, id, lon, lat };
}

export const hotspots = readFeatures("hotspots_").map(toPoint);
export const staticSources = readFeatures("static-heat-sources").map(toPoint);
/** Populated places of GeoNames. */
export const places = readFeatures("places").map(toPoint);
/** `{ id, polygons, … }`: `polygons` as in a MultiPolygon. */
export const perimeters = readFeatures("perimeters_").map(({ id, geometry, properties }) => ({
  ...properties,
  id,
  polygons: geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
}));
export const simulations = JSON.parse(
  readFileSync(new URL("simulations_synthetic.json", folder), "utf8"),
);
