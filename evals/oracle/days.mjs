import { hotspots } from "./data.mjs";
import { within } from "./geodesy.mjs";
import { between, count, during, groupBy } from "./select.mjs";

const dayOf = ({ datetime }) => datetime.slice(0, 10);
const busiest = (items, keyOf) =>
  [...groupBy(items, keyOf)]
    .map(([key, group]) => [key, group.length])
    .sort(([, x], [, y]) => y - x)[0];
const days = (...names) => names.map(during);

export const dayByDay = {
  "world-per-day": days("2018-12-01", "2018-12-02", "2018-12-03").map((day) =>
    count(hotspots, day),
  ),
  "oregon-per-day": days("2026-07-16", "2026-07-17", "2026-07-18", "2026-07-19", "2026-07-20").map(
    (day) => count(hotspots, day),
  ),
  "kununurra-per-day": days(
    "2019-08-15",
    "2019-08-16",
    "2019-08-17",
    "2019-08-18",
    "2019-08-19",
  ).map((day) => count(hotspots, day, within(100, [128.7386, -15.7736]))),
  "busiest-day-in-australia": busiest(hotspots.filter(during("2019-09")), dayOf),
  // Pacific daylight time is seven hours behind UTC, Hawaii ten hours all year.
  "oregon-on-a-local-day": count(hotspots, between("2026-07-17T07:00:00Z", "2026-07-18T07:00:00Z")),
  "hawaii-on-a-local-day": count(hotspots, between("2024-05-11T10:00:00Z", "2024-05-12T10:00:00Z")),
  "busiest-hour-in-oregon": busiest(hotspots.filter(during("2026-07-16")), ({ datetime }) =>
    datetime.slice(11, 13),
  )[1],
};
