// Questions that name something that does not exist.
import { hotspots } from "./data.mjs";

const isDate = (text) => new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
const isLatitude = (degrees) => Math.abs(degrees) <= 90;
const properties = (items) => new Set(items.flatMap(Object.keys));
const verdict = (valid) => (valid ? "valid" : "invalid");

export const invalid = {
  "no-such-date": verdict(isDate("2023-02-30")),
  "no-such-latitude": verdict(isLatitude(128.7)),
  "box-upside-down": verdict(-10 <= -44),
  "end-before-start": verdict("2019-09-10" <= "2019-09-01"),
  "no-such-zone": verdict(Intl.supportedValuesOf("timeZone").includes("America/Portland")),
};

const known = properties(hotspots);
const answerable = (...names) =>
  names.some((name) => known.has(name)) ? "answerable" : "unanswerable";

export const unanswerable = {
  "wind-speed": answerable("wind_speed", "wind", "wind_ms"),
  "air-quality": answerable("smoke", "pm25", "aqi"),
  casualties: answerable("injuries", "casualties", "fatalities"),
  cause: answerable("cause", "ignition"),
};
