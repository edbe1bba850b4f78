import { hotspots, perimeters, simulations } from "./data.mjs";
import { areaKm2, contains, edgeDistanceKm } from "./geodesy.mjs";
import { between, newest } from "./select.mjs";

const named = (name) => perimeters.filter(({ incident_name }) => incident_name === name);
const ofId = (id) => perimeters.filter(({ incident_id }) => incident_id === id);
const twoDays = hotspots.filter(between("2023-08-01", "2023-08-03"));
const eagleBluff = newest(named("EAGLE BLUFF")).polygons;
const flat = newest(ofId("2023-ORRSF-000209")).polygons;
const boulderCreeks = [...new Set(named("Boulder Creek").map(({ incident_id }) => incident_id))];

export const namedFires = {
  "mappings-of-gifford": named("Gifford RX").length,
  "canyon-in-oregon-last-mapped": newest(
    named("CANYON").filter(({ state }) => state === "US-OR"),
  ).datetime.slice(0, 10),
  "size-of-lone-rock": areaKm2(newest(named("0404 RV LONE ROCK")).polygons),
  "detections-in-eagle-bluff": twoDays.filter((point) => contains(eagleBluff, point)).length,
  "detections-in-or-near-flat": twoDays.filter(
    (point) => contains(flat, point) || edgeDistanceKm(flat, point) <= 7,
  ).length,
  "simulations-of-hat-rock": simulations.filter(({ fireName }) => fireName === "Hat Rock").length,
  "mappings-of-a-misspelt-fire": named("PIONEER").length,
  "fires-called-boulder-creek": boulderCreeks
    .map((id) => [areaKm2(newest(ofId(id)).polygons), id])
    .sort(([x], [y]) => y - x)[0][1],
};
