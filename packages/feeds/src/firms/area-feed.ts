import type { Feed } from "../feed.ts";
import { type AreaOptions, areaStateOf, readDays } from "./area-reading.ts";
import { firmsCredit } from "./credit.ts";
import { isDue, lastDays } from "./days.ts";
import type { Source } from "./sources.ts";

/** A near real-time source by FIRMS' area API. */
export function areaFeed({ nrt, ...source }: Source, options: AreaOptions): Feed {
  return {
    name: `firms-${source.name}-nrt`,
    title: `NASA FIRMS: ${source.title}, near real-time`,
    layer: "hotspots",
    credit: firmsCredit,
    minMinutes: 10,
    async *read(context) {
      const began = context.now();
      const wanted = lastDays(began, options.days);
      const state = areaStateOf(context.state, options.areas, wanted);
      const due = wanted.filter((day) => isDue(day, state.days[day], began));
      const { weight, satellites } = source;
      const of = { source: nrt, isStandard: false, weight, satellites };
      yield* readDays({ ...options, ...of, due, began }, state, context);
    },
  };
}
