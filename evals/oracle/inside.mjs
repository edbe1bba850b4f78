import { hotspots, perimeters, staticSources } from "./data.mjs";
import { contains } from "./geodesy.mjs";
import { between, count, during, newest, newestPerFire } from "./select.mjs";

const newestOf = (name) =>
  newest(perimeters.filter(({ incident_name }) => incident_name === name)).polygons;
const flat = newestOf("Flat");
const durkee = newestOf("DURKEE");
const inFlat = (point) => contains(flat, point);

export const inside = {
  "hotspots-inside-flat": count(hotspots, between("2023-08-01", "2023-08-03"), inFlat),
  "strong-hotspots-inside-flat": count(
    hotspots,
    between("2023-08-01", "2023-08-03"),
    inFlat,
    ({ frp }) => frp > 50,
  ),
  "power-plants-inside-durkee": count(
    staticSources,
    ({ category }) => category === "power_plant",
    (point) => contains(durkee, point),
  ),
  "fire-at-a-place": newestPerFire(perimeters.filter(during("2024"))).find(({ polygons }) =>
    contains(polygons, { lon: -117.35, lat: 44.45 }),
  )?.incident_name,
};
