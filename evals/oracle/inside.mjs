import { hotspots, perimeters, staticSources } from "./data.mjs";
import { contains } from "./geodesy.mjs";
import { between, count, during, newest, newestPerFire } from "./select.mjs";

const newestOf = (name) =>
  newest(perimeters.filter(({ incident_name }) => incident_name === name)).polygons;
const york = newestOf("YORK");
const flat = newestOf("Flat");
const durkee = newestOf("DURKEE");
const yesOrNo = (polygons, lon, lat) => (contains(polygons, { lon, lat }) ? "yes" : "no");
const inFlat = (point) => contains(flat, point);

export const inside = {
  "place-inside-york": yesOrNo(york, -115.25, 35.25),
  "place-outside-york": yesOrNo(york, -115.2722, 35.4664),
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
