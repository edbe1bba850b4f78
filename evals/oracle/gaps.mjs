// What the data cannot say: times without observations, places of which nothing was seen.
import { hotspots } from "./data.mjs";
import { within } from "./geodesy.mjs";
import { between } from "./select.mjs";

/** The number; "none" if only the place has none, "no observations" if the whole time has none. */
function verdict(center, radiusKm, from, to) {
  const inTime = hotspots.filter(between(from, to));
  if (inTime.length === 0) return "no observations";
  return inTime.filter(within(radiusKm, center)).length || "none";
}

const hourMs = 3_600_000;
const names = { T: "Terra", A: "Aqua" };

/** When data of a satellite last reached us from within 1,500 km, up to 72 hours before an end. */
function reached(satellite, center, end) {
  const from = new Date(Date.parse(end) - 72 * hourMs).toISOString();
  return hotspots
    .filter(between(from, end))
    .filter((each) => (names[each.satellite] ?? each.satellite) === satellite)
    .filter(within(1500, center))
    .reduce((newest, { datetime }) => (datetime > newest ? datetime : newest), "");
}

const newestTime = hotspots.reduce((a, { datetime }) => (datetime > a ? datetime : a), "");
const bagdad = [44.366, 33.315];
const lisbon = [-9.139, 38.722];
const medford = [-122.876, 42.326];
const darwin = [130.846, -12.463];
const kinshasa = [15.307, -4.325];

export const gaps = {
  "lisbon-on-leap-day": verdict(lisbon, 100, "2024-02-29", "2024-03-01"),
  "lisbon-in-april-2019": verdict(lisbon, 100, "2019-04-01", "2019-05-01"),
  "lisbon-in-august-2023": verdict(lisbon, 100, "2023-08-01", "2023-08-03"),
  "medford-before-the-fire": verdict(medford, 100, "2026-07-10", "2026-07-12"),
  "medford-in-the-fire": verdict(medford, 100, "2026-07-17", "2026-07-18"),
  "darwin-in-october-2019": verdict(darwin, 150, "2019-10-01", "2019-11-01"),
  "darwin-in-september-2019": verdict(darwin, 150, "2019-09-01", "2019-10-01"),
  "kinshasa-in-december-2018": verdict(kinshasa, 100, "2018-12-01", "2018-12-04"),
  "kinshasa-on-christmas": verdict(kinshasa, 100, "2018-12-25", "2018-12-26"),
  "baghdad-in-spring": verdict(bagdad, 5, "2022-03-28", "2022-04-05"),
  "data-ends-in-july-2026": newestTime.slice(0, 10),
  "terra-near-lisbon": reached("Terra", lisbon, "2023-08-03"),
  "aqua-near-darwin": reached("Aqua", darwin, "2019-09-11"),
  "aqua-near-kinshasa": reached("Aqua", kinshasa, "2018-12-03"),
};

const at = (lat, lon) =>
  hotspots.filter(between("2023-08-01", "2023-08-03")).filter(within(150, [lon, lat])).length;

/** The same places, as callers write them. */
export const signs = {
  "minus-sign-and-west": at(-12.5, -45.5),
  "letters-in-front": at(-12.5, -45.5),
  "degrees-and-minutes": at(-12.5, 28.25),
  "longitude-first-with-letters": at(42.5, -124),
  "south-by-sign": at(-10.25, 26.75),
  "words-for-directions": at(-10.25, 26.75),
  // A sign and a letter that contradict each other name two places.
  "minus-north": "invalid",
};
