import { countPerCountry, countPerCounty, countPerRegion, inCountry } from "./areas.mjs";
import { hotspots, perimeters, staticSources } from "./data.mjs";
import { areaKm2, distanceKm } from "./geodesy.mjs";
import { between, closest, count, descending, during, groupBy, newest } from "./select.mjs";

const twoDays = hotspots.filter(between("2023-08-01", "2023-08-03"));
const spring = hotspots.filter(between("2022-03-28", "2022-04-05"));
const steelPlants = staticSources.filter(({ category }) => category === "steel_plant");
const iran = spring.filter(inCountry("IRN"));
const india = spring.filter(inCountry("IND"));

/** The nearest source within some km (at most 5) of a detection. */
function nearestWithin(sources, km, { lon, lat }) {
  const nearby = sources.filter((each) => Math.abs(each.lat - lat) < 0.05);
  const found = closest(nearby, (each) =>
    Math.abs(each.lon - lon) > 1 ? Number.POSITIVE_INFINITY : distanceKm([lon, lat], each),
  );
  return found?.measure <= km ? found : undefined;
}

const nearSource = (sources, km) => (each) => nearestWithin(sources, km, each) !== undefined;
const iranNear = count(iran, nearSource(staticSources, 2));

/** Keys with the number of their items, most first. */
const ranked = (items, keyOf) =>
  [...groupBy(items, keyOf)]
    .map(([key, group]) => [key, group.length])
    .sort(([, x], [, y]) => y - x);

function busiestSteelPlant() {
  const near = spring.map((each) => nearestWithin(steelPlants, 1, each)).filter(Boolean);
  const [[id, number]] = ranked(near, (each) => each.id);
  return [steelPlants.find((each) => each.id === id).name, number];
}

const strengths = [
  [0, 10],
  [10, 50],
  [50, 100],
  [100, Number.POSITIVE_INFINITY],
];
const brazil = twoDays.filter(inCountry("BRA"));

// Pacific daylight time is seven hours behind UTC.
const [oregonHour, inOregonHour] = ranked(
  hotspots.filter(between("2026-07-01T07:00:00Z", "2026-08-01T07:00:00Z")),
  ({ datetime }) => (Number(datetime.slice(11, 13)) + 17) % 24,
)[0];

const dayOf = ({ datetime }) => datetime.slice(0, 10);

/** `{ day, change }` between the last mappings of consecutive mapped days. */
function changes(name) {
  const mappings = perimeters.filter(({ incident_name }) => incident_name === name);
  const days = [...groupBy(mappings, dayOf)].sort(([x], [y]) => (x < y ? -1 : 1));
  const areas = days.map(([day, group]) => ({ day, km2: areaKm2(newest(group).polygons) }));
  return areas.slice(1).map(({ day, km2 }, i) => ({ day, change: km2 - areas[i].km2 }));
}

const byPower = descending(hotspots, "frp");
const ofInstrument = (name) => count(hotspots, ({ instrument }) => instrument === name);

export const knowledge = {
  "iran-without-plants": iran.length - iranNear,
  "iran-left-out": iranNear,
  "india-without-steel": india.length - count(india, nearSource(steelPlants, 3)),
  "busiest-steel-plant": busiestSteelPlant(),
  "three-busiest-countries": countPerCountry(twoDays)
    .slice(0, 3)
    .map(([, number]) => number),
  "busiest-state-of-australia": countPerRegion(hotspots.filter(during("2019-09")), "AUS")[0],
  "busiest-county-of-oregon": countPerCounty(twoDays, "41")[0],
  "brazil-by-strength": strengths.map(([least, below]) =>
    count(brazil, ({ frp }) => frp >= least && frp < below),
  ),
  "busiest-local-hour-in-oregon": [oregonHour, inOregonHour],
  "retreat-on-3-august": changes("RETREAT").find(({ day }) => day === "2024-08-03").change,
  "fastest-day-of-lone-rock": descending(changes("0404 RV LONE ROCK"), "change")[0].day,
  "range-of-power": [byPower.at(-1).frp, byPower[0].frp],
  "modis-and-viirs": [ofInstrument("MODIS"), ofInstrument("VIIRS")],
  "days-with-data": new Set(hotspots.map(dayOf)).size,
};
