/** How far the sheet of a phone is open: its first line, below the map, or over the map. */
export const stops = ["low", "half", "full"] as const;

export type Stop = (typeof stops)[number];

/** What each stop is called. */
export const stopNames: Readonly<Record<Stop, string>> = {
  low: "closed",
  half: "half open",
  full: "open",
};

/** As `regions.css` has it. */
const lowPx = 76;
const mapShare = 0.45;

/** The heights of the stops in pixels, for regions and a screen of these heights. */
export function stopHeights(regionsPx: number, screenPx: number): Readonly<Record<Stop, number>> {
  return { low: lowPx, half: Math.max(lowPx, regionsPx - mapShare * screenPx), full: regionsPx };
}

/** The stop at which a sheet that was let go comes to rest. */
export function nearestStop(heightPx: number, heights: Readonly<Record<Stop, number>>): Stop {
  const away = (stop: Stop) => Math.abs(heights[stop] - heightPx);
  return stops.reduce((best, stop) => (away(stop) < away(best) ? stop : best));
}

/** The stop `steps` further open; the first or last at an end. */
export function stopAfter(stop: Stop, steps: number): Stop {
  const at = stops.indexOf(stop) + steps;
  return stops[Math.min(Math.max(at, 0), stops.length - 1)]!;
}
