// node packages/fire-questions/data/make.mjs DIR: makes the files of this folder from the public
// ones in DIR, whose addresses are in NOTICE.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gunzipSync } from "node:zlib";

const from = process.argv[2];
const unzipped = (name) => gunzipSync(readFileSync(join(from, name))).toString();
const read = (name) =>
  unzipped(`${name}.geojsonl.gz`)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

function write(name, text) {
  const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: size } = constants;
  const bytes = Buffer.from(text);
  const params = { [window]: 24, [size]: bytes.length };
  writeFileSync(new URL(`${name}.br`, import.meta.url), brotliCompressSync(bytes, { params }));
}

function writeFeatures(name, features) {
  write(`${name}.geojsonl`, features.map((each) => `${JSON.stringify(each)}\n`).join(""));
}

const pick = (properties, names) =>
  Object.fromEntries(names.filter((name) => name in properties).map((n) => [n, properties[n]]));

const rounded = (value, digits) =>
  typeof value === "number"
    ? Number(value.toFixed(digits))
    : value.map((each) => rounded(each, digits));

/** Detections in the order of time, without the members that repeat others. */
function hotspots(source, name, prefix) {
  const members = "datetime satellite instrument confidence frp daynight type".split(" ");
  const sorted = read(source).sort((a, b) =>
    a.properties.datetime < b.properties.datetime ? -1 : 1,
  );
  const toDetection = ({ geometry, properties }, i) => ({
    type: "Feature",
    id: `${prefix}-${String(i + 1).padStart(5, "0")}`,
    geometry,
    properties: pick(properties, members),
  });
  writeFeatures(name, sorted.map(toDetection));
}

hotspots("hotspots_australia_modis_2019-08_2019-09", "hotspots_australia_2019", "aus");
hotspots("hotspots_global_modis_2023-08-01_2023-08-02", "hotspots_world_2023", "world");
hotspots("hotspots_hawaii_viirs_2024-04_2024-06", "hotspots_hawaii_2024", "hawaii");
hotspots("sample/hotspots_us-southwest_modis_2025-06", "hotspots_us-southwest_2025", "sw");
hotspots("hotspots_oregon_viirs_2026-07", "hotspots_oregon_2026", "oregon");

function perimeters(name, features) {
  const toPerimeter = ({ geometry, ...rest }) => ({
    ...rest,
    geometry: { ...geometry, coordinates: rounded(geometry.coordinates, 5) },
  });
  writeFeatures(name, features.map(toPerimeter));
}

const west = read("perimeters_wfigs_ca-2023_or-wa-2023-2024");
perimeters(
  "perimeters_us-west_2023",
  west.filter(({ properties }) => properties.datetime < "2024"),
);
const southwest = read("sample/perimeters_us-southwest_wfigs_2025-06");
perimeters("perimeters_us-southwest_2025", southwest);

const sourceMembers = ["name", "category", "country", "capacity_mw", "source"];
writeFeatures(
  "static-heat-sources",
  read("static-heat-sources")
    .filter(({ properties }) => properties.category !== "offshore_platform")
    .map(({ properties, ...rest }) => ({ ...rest, properties: pick(properties, sourceMembers) })),
);

const simulations = JSON.parse(readFileSync(join(from, "simulations_synthetic.json"), "utf8"));
write(
  "simulations.json",
  JSON.stringify(simulations.map((each) => ({ ...each, synthetic: true }))),
);

const minPopulation = 10_000;
writeFeatures(
  "places",
  read("places")
    .filter(({ properties }) => properties.population >= minPopulation)
    .map(({ properties, ...rest }) => ({
      ...rest,
      properties: pick(properties, ["name", "country", "population"]),
    })),
);

/** Countries whose states and provinces are taken, by their code in Natural Earth. */
const countries = "AGO AUS BOL BRA CAN COD ESP GRC ITA MDG MOZ PRT TZA USA ZAF ZMB".split(" ");
const { transform, arcs, objects } = JSON.parse(unzipped("areas/admin1.topojson.gz"));
const borders = arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    const { scale, translate } = transform;
    return rounded([x * scale[0] + translate[0], y * scale[1] + translate[1]], 4);
  });
});
const border = (index) => (index < 0 ? [...borders[~index]].reverse() : borders[index]);
const ring = (indices) => indices.flatMap((index, i) => border(index).slice(i === 0 ? 0 : 1));
writeFeatures(
  "areas",
  objects.admin1.geometries
    .filter(({ type, properties }) => type && countries.includes(properties.a3))
    .map(({ type, arcs: shape, properties: { name, country, iso2 } }) => ({
      type: "Feature",
      id: `${iso2}-${name}`.toLowerCase().replaceAll(" ", "-"),
      geometry: {
        type: "MultiPolygon",
        coordinates: (type === "Polygon" ? [shape] : shape).map((rings) => rings.map(ring)),
      },
      properties: { name, country, iso2 },
    })),
);
