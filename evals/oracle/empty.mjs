import { hotspots } from "./data.mjs";
import { between, count, during, inBox } from "./select.mjs";

const newestTime = hotspots.reduce(
  (newest, { datetime }) => (datetime > newest ? datetime : newest),
  "",
);
const oldestTime = hotspots.reduce(
  (oldest, { datetime }) => (datetime < oldest ? datetime : oldest),
  "9",
);

export const empty = {
  "iceland-in-august-2019": count(hotspots, inBox(-25, 63, -13, 67), during("2019-08")),
  "leap-day": count(hotspots, during("2024-02-29")),
  "only-static-in-the-fire": count(
    hotspots,
    inBox(-123.1, 42.5, -122.8, 42.7),
    ({ type }) => type === 2,
  ),
  "after-the-newest": newestTime < "2026-08-01" ? "no data" : "data",
  "before-the-oldest": oldestTime >= "2018-01-01" ? "no data" : "data",
  "hawaii-since": count(hotspots, inBox(-161, 18, -154, 23), between("2026-07-01")),
};
