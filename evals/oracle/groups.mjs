import { hotspots, perimeters, staticSources } from "./data.mjs";
import { areaKm2, unionKm2 } from "./geodesy.mjs";
import { count, descending, during, groupBy, inBox, newest, newestPerFire } from "./select.mjs";

const oregon = hotspots.filter(during("2026-07"));
const is = (key, value) => (each) => each[key] === value;
const ofState = (state) =>
  newestPerFire(perimeters.filter(is("state", state)).filter(during("2024")));
const cell = ({ lon, lat }) => `${Math.floor(lon)},${Math.floor(lat)}`;
const [densest, inDensest] = [
  ...groupBy(hotspots.filter(inBox(-20, -35, 52, 38)).filter(during("2023-08-01")), cell),
].sort(([, x], [, y]) => y.length - x.length)[0];
const york = newest(perimeters.filter(is("incident_name", "YORK"))).polygons.flat(2);
const inOrder = (items) => [...items].sort((x, y) => (x.datetime < y.datetime ? -1 : 1));

/** West, south, east, north. */
function bboxOf(positions) {
  const [lons, lats] = [0, 1].map((axis) => positions.map((position) => position[axis]));
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

export const groups = {
  "oregon-per-satellite": ["N", "N20", "N21"].map((name) => count(oregon, is("satellite", name))),
  "sources-per-category": ["power_plant", "steel_plant", "volcano", "offshore_platform"].map(
    (name) => count(staticSources, is("category", name)),
  ),
  "day-and-night": ["2026-07-16", "2026-07-17"].flatMap((day) =>
    ["D", "N"].map((half) => count(oregon, during(day), is("daynight", half))),
  ),
  "fires-per-state": ["US-OR", "US-WA"].map((state) => ofState(state).length),
  "densest-cell-in-africa": [...densest.split(",").map(Number), inDensest.length],
  "acres-unknown": count(perimeters, is("gis_acres", null)),
  "most-personnel": descending(perimeters.filter(during("2024")), "total_personnel")[0]
    .total_personnel,
  "washington-2024-km2": ofState("US-WA").reduce((sum, each) => sum + areaKm2(each.polygons), 0),
  "retreat-union-km2": unionKm2(
    perimeters.filter(is("incident_name", "RETREAT")).map(({ polygons }) => polygons),
  ),
  "york-bbox": bboxOf(york),
  "newest-detection": inOrder(hotspots).at(-1).id,
  "first-detection-of-a-fire": inOrder(oregon)[0].datetime,
  "change-of-detections": count(oregon, during("2026-07-17")) - count(oregon, during("2026-07-16")),
};
