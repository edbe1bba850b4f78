import type { MissingService, Simulation, SimulationPage } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import type { Interval } from "../selection/interval.ts";
import { dayMs } from "../values/calendar.ts";

/** Upper bound of a forecast's length: older simulations are not read. */
const longestForecastDays = 30;

/** The largest page of the interface. */
const pageSize = 100;

/**
 * All simulations whose forecast overlaps the interval, newest first.
 *
 * @param onPartial called if one of several services does not answer, which the answer then says
 */
export async function* forecastsMeeting(
  { start, end }: Interval,
  context: ToolContext,
  onPartial: () => void = () => {},
): AsyncIterable<Simulation> {
  const { client, signal, pages } = context;
  const startMs = start === null ? Number.NEGATIVE_INFINITY : Date.parse(start);
  const endMs = end === null ? Number.POSITIVE_INFINITY : Date.parse(end);
  const since =
    start === null
      ? {}
      : { since: new Date(Math.max(0, startMs - longestForecastDays * dayMs)).toISOString() };
  const say = sayMissing(context).onMissing;
  const onMissing = (missing: MissingService) => {
    onPartial();
    say(missing);
  };
  const options = { limit: pageSize, signal, onMissing };
  let cursor: string | null = null;
  do {
    const query = { ...since, ...options, ...(cursor !== null && { cursor }) };
    const page: SimulationPage = await client.simulations.page(query);
    for (const simulation of page.items) {
      const createdMs = parseTimeMs(simulation.createdAt) ?? Number.NaN;
      const untilMs = createdMs + simulation.durationHours * 3_600_000;
      if (!(createdMs > endMs || untilMs < startMs)) yield simulation;
    }
    cursor = page.nextCursor;
    if (cursor !== null) pages.spendOrThrow(page.items.length);
  } while (cursor !== null);
}
