import type { FeedFeature } from "../feed-feature.ts";
import { compareContent, isSameContent } from "./same-content.ts";
import { compareVersions, versionOf } from "./version.ts";

/** Between a pixel's id and the number of a further row of it. */
const separator = "~";

/** The id of the pixel of a detection. */
export function pixelOf(id: string): string {
  const at = id.indexOf(separator);
  return at < 0 ? id : id.slice(0, at);
}

/**
 * The rows of one pixel after an answer: those of the newest version. Rows of an answer replace
 * stored ones of the same version, but fewer of them do not remove any.
 */
export function mergePixel(
  pixel: string,
  answer: readonly FeedFeature[],
  stored: readonly FeedFeature[],
): FeedFeature[] {
  const newest = [...answer, ...stored].map(versionIn).reduce(later);
  const isNewest = (feature: FeedFeature) => compareVersions(versionIn(feature), newest) === 0;
  const now = answer.filter(isNewest).sort(compareContent);
  const before = stored.filter(isNewest).sort(compareContent);
  if (now.length >= before.length) return numbered(pixel, now);
  const changed = now.filter((row) => !before.some((old) => isSameContent(old, row)));
  const gone = before.filter((old) => !now.some((row) => isSameContent(old, row)));
  const replaced = new Set(gone.slice(0, changed.length));
  return numbered(pixel, [...before.filter((old) => !replaced.has(old)), ...changed]);
}

function versionIn({ properties }: FeedFeature) {
  return versionOf(properties);
}

function later<V extends Parameters<typeof compareVersions>[0]>(a: V, b: V): V {
  return compareVersions(a, b) >= 0 ? a : b;
}

/** Numbers follow the content, so that the order of rows does not matter. */
function numbered(pixel: string, rows: readonly FeedFeature[]): FeedFeature[] {
  return [...rows].sort(compareContent).map((row, i) => {
    const id = i === 0 ? pixel : `${pixel}${separator}${i + 1}`;
    return row.id === id ? row : { ...row, id };
  });
}
