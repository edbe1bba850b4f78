import type { Feature } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/if-offered.ts";
import type { CollectionInfo } from "./collection-info.ts";

/** Parts of the time range to sample, since sources differ between years. */
const spans = 8;
const perSpan = 50;
const first = 200;

export interface Sample {
  /** Features from the whole time range; null if the service does not list features. */
  readonly sample: readonly Feature[] | null;
  /** Number of features in the collection, if the service states it. */
  readonly features: number | undefined;
}

/** A few features: the first that the service lists, and some from each part of the time range. */
export async function takeSample(info: CollectionInfo, context: ToolContext): Promise<Sample> {
  const page = (limit: number, datetime?: string) =>
    ifOffered(
      context.client.features.page(info.id, {
        limit,
        onInvalid: "skip",
        signal: context.softDeadline,
        ...(datetime !== undefined && { datetime }),
      }),
    );
  const [plain, ...parts] = await Promise.all([
    page(first),
    ...intervalsOf(info).map((interval) => page(perSpan, interval)),
  ]);
  if (!plain) return { sample: null, features: undefined };
  const byId = new Map<unknown, Feature>();
  for (const feature of [plain, ...parts].flatMap((each) => each?.features ?? []))
    byId.set(feature.id ?? feature, feature);
  return { sample: [...byId.values()], features: plain.numberMatched };
}

/** Equal parts of the time range, as values of `datetime`. */
function intervalsOf({ interval }: CollectionInfo): string[] {
  const [start, end] = interval ?? [null, null];
  const startMs = parseTimeMs(start ?? "");
  const endMs = parseTimeMs(end ?? "");
  if (startMs === undefined || endMs === undefined || startMs >= endMs) return [];
  const text = (i: number) => new Date(startMs + ((endMs - startMs) * i) / spans).toISOString();
  return Array.from({ length: spans }, (_, i) => `${text(i)}/${text(i + 1)}`);
}
