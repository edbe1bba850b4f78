import { bboxOf, boxWidthDeg, wrapLongitude } from "@emberline/geo";
import { type CollectionId, collectionIds, collectionText } from "../collections.ts";
import type { Feature } from "../feature.ts";
import type { Link } from "../http/links.ts";
import { htmlType } from "../http/media-types.ts";
import { shownDay } from "../pages/dates.ts";
import { timeOf } from "../pages/feature-name.ts";

const marginDeg = 0.25;
const dayMs = 86_400_000;
const marginDays = 3;

/** Pages of features of every collection close to this one, in place and time. */
export function relatedLinks(feature: Feature, base: string): Link[] {
  const box = feature.geometry && bboxOf(feature.geometry);
  if (!box || boxWidthDeg(box) + 2 * marginDeg >= 360) return [];
  const [west, south, east, north] = box;
  const around = [
    wrapLongitude(west - marginDeg),
    Math.max(-90, south - marginDeg),
    wrapLongitude(east + marginDeg),
    Math.min(90, north + marginDeg),
  ].map((degrees) => Number(degrees.toFixed(4)));
  const timeMs = timeOf(feature);
  return collectionIds.map((id) => linkTo(id, base, around.join(","), timeMs));
}

function linkTo(id: CollectionId, base: string, bbox: string, timeMs: number | null): Link {
  const { title } = collectionText(id, false);
  const params = new URLSearchParams({ f: "html", bbox });
  const href = () => `${base}/collections/${id}/items?${params}`;
  const rel = "related";
  // Static sources have no time.
  if (timeMs === null || id === "svc:static-heat-sources") {
    return { href: href(), rel, type: htmlType, title };
  }
  const [from, to] = [timeMs - marginDays * dayMs, timeMs + marginDays * dayMs];
  params.set("datetime", `${dayOf(from)}/${dayOf(to)}`);
  return {
    href: href(),
    rel,
    type: htmlType,
    title: `${title}, ${shownDay(from)} to ${shownDay(to)}`,
  };
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
