// Questions in words that tools correct, and on data that is older than asked.
import { hotspots, perimeters, simulations } from "./data.mjs";
import { distanceKm, within } from "./geodesy.mjs";
import { between, count, descending, distinct, during, inBox } from "./select.mjs";

const newestOf = (texts) => texts.reduce((newest, each) => (each > newest ? each : newest), "");
const newestTime = newestOf(hotspots.map(({ datetime }) => datetime));
const newestRun = newestOf(simulations.map(({ createdAt }) => createdAt));
/** At most `days` before the newest one, both ends included. */
const lately = (days, newest, textOf) => (each) =>
  Date.parse(textOf(each)) >= Date.parse(newest) - days * 86_400_000;
const seen = ({ datetime }) => datetime;
const medford = [-122.8756, 42.3265];

export const wording = {
  "words-last-7-days": count(hotspots, lately(7, newestTime, seen)),
  "words-last-day-in-a-box": count(
    hotspots,
    lately(1, newestTime, seen),
    inBox(-124, 42, -122, 44),
  ),
  "words-data-ends": newestTime.slice(0, 10),
  "words-simulations-last-week": count(
    simulations,
    lately(7, newestRun, ({ createdAt }) => createdAt),
  ),
  "words-in-july": count(hotspots, during("2026-07")),
  "words-day-range": count(hotspots, between("2026-07-17", "2026-07-19")),
  "words-slashed-date": count(hotspots, during("2026-07-17")),
  "words-no-year": count(hotspots, during("2026-07-17")),
  "words-dates-swapped": count(hotspots, between("2026-07-16", "2026-07-19")),
  "words-box-swapped": count(hotspots, inBox(112, -44, 154, -10), during("2019-08")),
  "words-position-swapped": count(hotspots, within(100, [128.7386, -15.7736]), during("2019-08")),
  "words-ilike": count(perimeters, ({ incident_name }) => /creek/i.test(incident_name)),
  "words-script": count(hotspots, ({ satellite, frp }) => satellite === "N21" && frp > 10),
  "words-brackets": count(
    hotspots,
    ({ satellite, daynight }) => ["N20", "N21"].includes(satellite) && daynight != null,
  ),
  "words-state-ca": distinct(
    perimeters.filter(({ state }) => state === "US-CA"),
    "incident_id",
  ),
  "words-noaa20": count(hotspots, ({ satellite }) => ["N20", "NOAA-20"].includes(satellite)),
  "words-terra-at-night": count(
    hotspots,
    ({ satellite, daynight }) => ["T", "Terra"].includes(satellite) && daynight === "N",
  ),
  "words-dwithin": count(hotspots, within(60, medford), ({ frp }) => frp > 20),
  "words-year-function": count(hotspots, during("2024"), ({ frp }) => frp > 50),
  "words-greatest-power": descending(hotspots, "frp")[0].frp,
  "words-nearest-strong": Math.min(
    ...hotspots.filter(({ frp }) => frp > 1000).map((each) => distanceKm(medford, each)),
  ),
};
