import { hotspots, staticSources } from "./data.mjs";
import { descending, during } from "./select.mjs";

const world2023 = hotspots.filter(during("2023-08"));
const oregon = hotspots.filter(during("2026-07"));
const frp = (items) => items.map((each) => each.frp).sort((x, y) => x - y);

function median(sorted) {
  const half = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(half)] : (sorted[half - 1] + sorted[half]) / 2;
}

export const extremes = {
  "strongest-in-the-world": descending(world2023, "frp")[0].frp,
  "strongest-in-the-world-id": descending(world2023, "frp")[0].id,
  "second-strongest-of-a-fire": descending(oregon, "frp")[1].id,
  "hottest-on-maui": descending(
    hotspots.filter(({ island }) => island === "Maui"),
    "brightness",
  )[0].brightness,
  "northernmost-of-a-day": descending(hotspots.filter(during("2023-08-02")), "lat")[0].lat,
  "largest-coal-plant": descending(
    staticSources.filter(({ primary_fuel }) => primary_fuel === "Coal"),
    "capacity_mw",
  )[0].name,
  "mean-power-of-a-fire": frp(oregon).reduce((sum, each) => sum + each, 0) / oregon.length,
  "median-power-of-a-fire": median(frp(oregon)),
};
