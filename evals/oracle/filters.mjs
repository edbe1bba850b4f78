import { hotspots, staticSources } from "./data.mjs";
import { count, during } from "./select.mjs";

const onIsland = (name) => (each) => each.island === name;

export const filters = {
  "high-confidence-in-hawaii": count(
    hotspots,
    (each) => each.island !== undefined,
    ({ confidence }) => confidence === "h",
  ),
  "confident-worldwide": count(
    hotspots,
    during("2022-04-01"),
    ({ confidence }) => typeof confidence === "number" && confidence >= 95,
  ),
  "aqua-in-both-spellings": count(hotspots, ({ satellite }) => ["A", "Aqua"].includes(satellite)),
  "noaa-20-in-both-spellings": count(hotspots, ({ satellite }) =>
    ["N20", "NOAA-20"].includes(satellite),
  ),
  "saturated-in-oregon": count(hotspots, ({ bright_ti4 }) => bright_ti4 > 350),
  "maui-at-night": count(hotspots, onIsland("Maui"), ({ daynight }) => daynight === "N"),
  "big-coal-in-india": count(
    staticSources,
    (each) => each.country === "IND" && each.primary_fuel === "Coal" && each.capacity_mw >= 2000,
  ),
  "not-on-the-big-island": count(
    hotspots,
    ({ island }) => island !== undefined && island !== "Hawaii (Big Island)",
  ),
  "platforms-of-shell": count(
    staticSources,
    ({ category, operator }) => category === "offshore_platform" && /shell/i.test(operator ?? ""),
  ),
};
