import type { Feed } from "../feed.ts";
import { apiFeed } from "./api-feed.ts";
import type { AreaOptions } from "./area-reading.ts";
import { isDue } from "./days.ts";
import type { Source } from "./sources.ts";

/** A near real-time source by FIRMS' area API. */
export function areaFeed(source: Source, options: AreaOptions): Feed {
  return apiFeed(
    source,
    {
      source: source.nrt,
      suffix: "nrt",
      title: "near real-time",
      minMinutes: 10,
      isStandard: false,
      due: async (wanted, { state, began }) =>
        wanted.filter((day) => isDue(day, state.days[day], began)),
    },
    options,
  );
}
