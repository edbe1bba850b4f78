import type { FeedFeature } from "../values/feed.ts";

/** Whether two detections have the same properties; null counts as absent. */
export function isSameContent({ properties: a }: FeedFeature, { properties: b }: FeedFeature) {
  for (const name in a) if ((a[name] ?? null) !== (b[name] ?? null)) return false;
  for (const name in b) if (!(name in a) && (b[name] ?? null) !== null) return false;
  return true;
}

const firstCompared = ["scan", "track", "frp", "brightness", "bright_ti4"];

/** An order of detections by their content alone. */
export function compareContent(a: FeedFeature, b: FeedFeature): number {
  for (const name of firstCompared) {
    const [left, right] = [a.properties[name], b.properties[name]].map((value) =>
      typeof value === "number" ? value : Number.NEGATIVE_INFINITY,
    ) as [number, number];
    if (left !== right) return left - right;
  }
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function textOf({ properties }: FeedFeature): string {
  const given = Object.entries(properties).filter(([, value]) => (value ?? null) !== null);
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}
