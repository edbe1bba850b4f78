import type { Feed } from "../feed.ts";
import { type AreaOptions, areaStateOf, readDays } from "./area-reading.ts";
import { availabilityOf } from "./availability.ts";
import { firmsCredit } from "./credit.ts";
import { lastDays } from "./days.ts";
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
  return {
    name: `firms-${source.name}-sp`,
    title: `NASA FIRMS: ${source.title}, standard product`,
    layer: "hotspots",
    credit: firmsCredit,
    minMinutes: 360,
    async *read(context) {
      const began = context.now();
      const wanted = lastDays(began, options.days);
      const state = areaStateOf(context.state, options.areas, wanted);
      const offered = await availabilityOf(standard, options.key, context);
      const due = wanted.filter((day) => {
        const isOffered = offered !== undefined && day >= offered.first && day <= offered.last;
        const againMs = state.empty.includes(day) ? emptyMs : settledMs;
        return isOffered && began - (state.days[day] ?? Number.NEGATIVE_INFINITY) >= againMs;
      });
      const { weight, satellites } = source;
      const of = { source: standard, isStandard: true, weight, satellites };
      yield* readDays({ ...options, ...of, due, began }, state, context);
    },
  };
}
