import type { ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import { forecastsMeeting } from "../reading/forecasts.ts";
import type { Area } from "../selection/area.ts";
import { covers } from "../selection/covers.ts";
import type { Interval } from "../selection/interval.ts";
import type { Gathering } from "./map-data.ts";

/** Collects simulations in the area whose forecast overlaps the interval; null if not offered. */
export function readSimulations(
  area: Area | null,
  interval: Interval | null,
  gathering: Gathering,
  context: ToolContext,
): Promise<{ matched: number; exact: true } | null> {
  const read = async () => {
    let matched = 0;
    for await (const { longitude, latitude } of forecastsMeeting(
      interval ?? { start: null, end: null },
      context,
    )) {
      if (area && !covers(area, [longitude, latitude])) continue;
      matched++;
      gathering.addSimulation([longitude, latitude]);
    }
    return { matched, exact: true } as const;
  };
  return ifAnswered(read(), context);
}
