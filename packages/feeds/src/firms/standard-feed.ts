import type { Feed } from "../feed.ts";
import { apiFeed } from "./api-feed.ts";
import type { AreaOptions } from "./area-reading.ts";
import { availabilityOf } from "./availability.ts";
import type { Source } from "./sources.ts";

const dayMs = 86_400_000;
/** Standard products are corrected at times. */
const settledMs = 30 * dayMs;
/** A day without rows may be one without fires, or one whose rows are not there yet. */
const emptyMs = dayMs;

/**
 * The standard product of a source, which follows after two to five months and replaces the near
 * real-time rows of its days. Its window ends the day before that of the near real-time source
 * begins, and moves: FIRMS says where it is.
 */
export function standardFeed(source: Source, standard: string, options: AreaOptions): Feed {
  return apiFeed(
    source,
    {
      source: standard,
      suffix: "sp",
      title: "standard product",
      minMinutes: 360,
      isStandard: true,
      async due(wanted, { state, began, context }) {
        const offered = await availabilityOf(standard, options.key, context);
        return wanted.filter((day) => {
          const isOffered = offered !== undefined && day >= offered.first && day <= offered.last;
          const againMs = state.empty.includes(day) ? emptyMs : settledMs;
          return isOffered && began - (state.days[day] ?? Number.NEGATIVE_INFINITY) >= againMs;
        });
      },
    },
    options,
  );
}
