import type { Pause } from "@emberline/turns";
import type {
  Change,
  ChangeCounts,
  FeedFeature,
  FeedInterval,
  StoredFeatures,
} from "../values/feed.ts";
import { givingWay } from "./giving-way.ts";
import { compareContent, isSameContent } from "./same-content.ts";
import { compareVersions, versionOf } from "./version.ts";

/** The rows of one complete answer in one interval: at least one. */
interface Answer {
  /** By the id of their pixel; lists of stored rows are emptied here, faster than deleting them. */
  readonly pixels: ReadonlyMap<string, FeedFeature[]>;
  /** The interval of the rows. */
  readonly interval: FeedInterval;
  /** Of the source, and of its rows. */
  readonly satellites: ReadonlySet<unknown>;
  /** Whether the source is a standard product. */
  readonly isStandard: boolean;
  /** Whether the answer would have had a detection of that time and place. */
  readonly covers: (feature: FeedFeature) => boolean;
  /** Whether it is of a day whose rows have all arrived. */
  readonly isSettled: boolean;
}

type Difference = Pick<Change, "put" | "remove"> & {
  readonly counts: Pick<ChangeCounts, "added" | "replaced" | "removed">;
};

/** A final row may be this much away in time from the provisional one. */
const minuteMs = 60_000;

/**
 * What an answer changes in the stored rows. The result depends only on both, and the same answer
 * changes nothing when it comes again.
 */
export async function reconcile(
  answer: Answer,
  stored: StoredFeatures,
  nowMs: number,
  pause: Pause,
): Promise<Difference> {
  const open = answer.pixels;
  /** Stored rows of the answer's pixels that are not settled. */
  const before = new Map<string, FeedFeature[]>();
  /** Rows that are stored, and stay unless they give way. */
  const kept: FeedFeature[] = [];
  /** Stored rows that the answer does not have. */
  const missing = new Set<FeedFeature>();
  const { start, end } = answer.interval;
  for await (const row of stored.during({ start: start - minuteMs, end: end + minuteMs })) {
    const pausing = pause();
    if (pausing) await pausing;
    if (!answer.satellites.has(row.properties.satellite)) continue;
    const pixel = pixelOf(row.id);
    const fresh = open.get(pixel);
    if (!fresh?.length) {
      kept.push(row);
      missing.add(row);
    } else if (row.id === pixel && isAlone(row, fresh) && !before.has(pixel)) {
      fresh.length = 0;
      kept.push(row);
    } else {
      before.set(pixel, [...(before.get(pixel) ?? []), row]);
    }
  }

  const put = new Map<string, FeedFeature>();
  const remove = new Set<string>();
  const replaced = new Set<string>();
  for (const [pixel, fresh] of open) {
    const pausing = pause();
    if (pausing) await pausing;
    if (fresh.length === 0) continue;
    if (fresh.length === 1 && !before.has(pixel)) {
      put.set(pixel, fresh[0]!);
      continue;
    }
    const old = new Map(before.get(pixel)?.map((row) => [row.id, row]));
    for (const row of mergePixel(pixel, fresh, [...old.values()])) {
      const same = old.get(row.id);
      old.delete(row.id);
      if (same && isSameContent(same, row)) {
        kept.push(same);
        continue;
      }
      put.set(row.id, row);
      if (same) replaced.add(row.id);
    }
    for (const id of old.keys()) remove.add(id);
  }

  const rows = [...kept, ...put.values()];
  const { covers, isStandard, isSettled } = answer;
  const scope = { covers, isStandard, isSettled, missing, nowMs };
  for (const row of await givingWay(rows, scope, pause)) {
    if (put.get(row.id) !== row || replaced.has(row.id)) remove.add(row.id);
    if (put.get(row.id) === row) put.delete(row.id);
    replaced.delete(row.id);
  }
  return {
    put: [...put.values()],
    remove: [...remove],
    counts: { added: put.size - replaced.size, replaced: replaced.size, removed: remove.size },
  };
}

function isAlone(row: FeedFeature, fresh: readonly FeedFeature[]): boolean {
  return fresh.length === 1 && isSameContent(row, fresh[0]!);
}

/** Between a pixel's id and the number of a further row of it. */
const separator = "~";

/** The id of the pixel of a detection. */
function pixelOf(id: string): string {
  const at = id.indexOf(separator);
  return at < 0 ? id : id.slice(0, at);
}

/**
 * The rows of one pixel after an answer: those of the newest version. Rows of an answer replace
 * stored ones of the same version, but fewer of them do not remove any.
 */
function mergePixel(
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
