import { hotspots, perimeters } from "./data.mjs";
import { between, count } from "./select.mjs";

export const intervals = {
  "since-an-instant": count(hotspots, between("2026-07-18T12:00:00Z")),
  "until-a-day": count(hotspots, between(null, "2018-12-02")),
  "perimeters-until-june": count(perimeters, between(null, "2023-07-01")),
  "instant-to-instant": count(hotspots, between("2022-03-31T22:00:00Z", "2022-04-01T02:00:01Z")),
  "a-closed-end-on-midnight": count(perimeters, between("2024-08-01", "2024-08-02")),
};
