import type { FeedStatus } from "../http/feed-notices.ts";
import type { LiveSettings } from "../settings/live-settings.ts";

/** What is read live, from where and how often, for the operator at the start. */
export function liveLines(
  feeds: readonly FeedStatus[],
  { firmsKey, areas, days }: Pick<LiveSettings, "firmsKey" | "areas" | "days">,
): string[] {
  const where = areas.length === 0 ? "the world" : areas.map(shownArea).join("; ");
  return [
    `Live: ${where}, kept for ${days} days`,
    ...feeds.map(({ title, paceMinutes }) => `  ${title}: every ${paceMinutes} min`),
    ...(firmsKey === undefined
      ? [
          "Without EMBERLINE_FIRMS_KEY, NASA FIRMS is read from its open files of the last days; a key is free: https://firms.modaps.eosdis.nasa.gov/api/map_key/",
        ]
      : []),
  ];
}

function shownArea(area: LiveSettings["areas"][number]): string {
  return typeof area === "string" ? area : area.join(",");
}
