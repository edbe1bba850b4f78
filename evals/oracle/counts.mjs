import { hotspots, staticSources } from "./data.mjs";
import { within } from "./geodesy.mjs";
import { between, count, during, inBox } from "./select.mjs";

const australia = inBox(112, -44, 154, -10);

export const counts = {
  "world-on-a-day": count(hotspots, during("2018-12-02")),
  "kununurra-in-a-month": count(hotspots, during("2019-08"), within(100, [128.7386, -15.7736])),
  "arnhem-land-in-a-week": count(
    hotspots,
    inBox(133, -14, 137, -11),
    between("2019-09-01", "2019-09-08"),
  ),
  "central-africa-in-two-days": count(
    hotspots,
    inBox(10, -15, 35, 5),
    between("2023-08-01", "2023-08-03"),
  ),
  "world-in-an-hour": count(hotspots, during("2023-08-01T12:")),
  "australia-at-night": count(
    hotspots,
    australia,
    during("2019-09-10"),
    ({ daynight }) => daynight === "N",
  ),
  "steel-plants": count(staticSources, ({ category }) => category === "steel_plant"),
  "volcanoes-of-iceland": count(
    staticSources,
    ({ category, country }) => category === "volcano" && country === "Iceland",
  ),
};
