import { perimeters } from "./data.mjs";
import { areaKm2 } from "./geodesy.mjs";
import { between, descending, during, groupBy, newest, newestPerFire } from "./select.mjs";

const named = (name) => perimeters.filter(({ incident_name }) => incident_name === name);
const inState = (state, year) =>
  newestPerFire(perimeters.filter((each) => each.state === state).filter(during(year)));
/** The newest perimeter of a fire up to the end of a day. */
const asOf = (snapshots, nextDay) => newest(snapshots.filter(between(null, nextDay)));

/** Acres gained between the ends of two days, of a fire that had a perimeter on both. */
function growth(snapshots, dayAfterFirst, dayAfterSecond) {
  return asOf(snapshots, dayAfterSecond).gis_acres - asOf(snapshots, dayAfterFirst).gis_acres;
}

const washington = perimeters.filter(({ state }) => state === "US-WA");
const byFire = (items) => [...groupBy(items, ({ incident_id }) => incident_id).values()];
const growthKm2 = (snapshots, dayAfterFirst, dayAfterSecond) =>
  areaKm2(asOf(snapshots, dayAfterSecond).polygons) -
  areaKm2(asOf(snapshots, dayAfterFirst).polygons);

export const changes = {
  "most-grown-in-washington": descending(
    byFire(washington)
      .filter((snapshots) => snapshots.some(between(null, "2024-08-01")))
      .map((snapshots) => ({
        name: snapshots[0].incident_name,
        grown: growthKm2(snapshots, "2024-08-01", "2024-08-08"),
      })),
    "grown",
  )[0].name,
  "retreat-growth-km2": growthKm2(named("RETREAT"), "2024-07-29", "2024-08-04"),
  "new-fires-of-a-month": byFire(perimeters.filter(({ state }) => state === "US-OR")).filter(
    (snapshots) =>
      snapshots.some(during("2024-09")) && !snapshots.some(between(null, "2024-09-01")),
  ).length,
};

export const perimeterAnswers = {
  "largest-in-oregon": descending(inState("US-OR", "2024"), "gis_acres")[0].incident_name,
  "five-largest-in-washington": descending(inState("US-WA", "2024"), "gis_acres")
    .slice(0, 5)
    .map(({ incident_name }) => incident_name),
  "newest-of-pioneer": newest(named("PIONEER")).gis_acres,
  "newest-of-williams-mine": newest(named("WILLIAMS MINE")).gis_acres,
  "snapshots-of-retreat": named("RETREAT").length,
  "durkee-on-a-day": asOf(named("DURKEE"), "2024-07-21").gis_acres,
  "retreat-growth-acres": growth(named("RETREAT"), "2024-07-29", "2024-08-04"),
  "washington-2024-acres": inState("US-WA", "2024").reduce((sum, each) => sum + each.gis_acres, 0),
  "oregon-over-10000-acres": inState("US-OR", "2024").filter(({ gis_acres }) => gis_acres > 10_000)
    .length,
};
