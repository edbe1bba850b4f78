import type { Simulation } from "@emberline/core";
import { completeness } from "../answer/envelope.ts";
import { simulationTable } from "../answer/simulation-rows.ts";
import type { ToolContext } from "../call/context.ts";
import type { RowSink } from "../call/row-sink.ts";
import { invalidInput } from "../call/tool-error.ts";
import { simulationFeature } from "../collection/simulation-features.ts";
import { readEachSimulation, readSimulations } from "../reading/simulations.ts";
import { readSortedSimulations } from "../reading/sorted-simulations.ts";
import { isMadeUp } from "../values/synthetic.ts";
import { listNotices, selectionMembers } from "./list-members.ts";
import { type List, type ListInput, resolveList } from "./resolve-list.ts";

/**
 * Writes every simulation, newest first as pages arrive, or the first `limit` in the order of the
 * answer. Returns the members of the answer that are not rows.
 *
 * @throws {ToolError} when the rows would have to be sorted first (`invalid_input`)
 */
export async function streamSimulations(
  input: ListInput,
  context: ToolContext,
  sink: RowSink,
): Promise<Record<string, unknown>> {
  const list = await resolveList(input, context);
  if (input.limit !== undefined) return streamFirst(list, input.limit, context, sink);
  if (list.sort !== null) {
    throw invalidInput(
      "All rows are streamed newest first as they arrive: leave sort out, or add limit.",
    );
  }
  return streamAll(list, context, sink);
}

async function streamFirst(list: List, limit: number, context: ToolContext, sink: RowSink) {
  const { filter, sort, place } = list;
  const read = await (sort
    ? readSortedSimulations(filter, sort, limit, place, context)
    : readSimulations(filter, limit, place, context));
  for (const simulation of read.simulations)
    await sink.write(rowOf(simulation, list, context, sink));
  return {
    ...selectionMembers(list),
    ...(read.counts && { counts: read.counts.toMember() }),
    matched: read.matched,
    matched_exact: read.isCounted,
    ...completeness(read.unread === 0 && read.stopped === null, read.isEnd ? null : "limit"),
    ...(!read.isEnd && { next_cursor: list.cursorOf(read.placeAfter(read.simulations.length)) }),
    ...listNotices(list, read.simulations, read, context),
  };
}

async function streamAll(list: List, context: ToolContext, sink: RowSink) {
  const { filter, place, linkOf } = list;
  let written = 0;
  /** The first simulation of each kind that a notice depends on. */
  const telling = new Map<string, Simulation>();
  const write = (simulation: Simulation) => {
    const kinds = {
      any: written++ === 0,
      byName: linkOf?.(simulation) === "name only",
      synthetic: isMadeUp(simulation),
    };
    for (const [kind, isOf] of Object.entries(kinds))
      if (isOf && !telling.has(kind)) telling.set(kind, simulation);
    return sink.write(rowOf(simulation, list, context, sink));
  };
  const read = await readEachSimulation(filter, write, context, place);
  const { counts, isRead, next } = read;
  const isWhole = isRead && place === undefined;
  const returned = (place?.returned ?? 0) + written;
  const found = {
    ...read,
    isEnd: isRead,
    statuses: filter.status === undefined ? [] : read.statuses,
  };
  return {
    ...selectionMembers(list),
    ...(isWhole && { counts: counts.toMember() }),
    matched: returned,
    matched_exact: isRead && read.unread === 0,
    ...completeness(isRead && read.unread === 0, null),
    ...(!isRead && { next_cursor: list.cursorOf({ page: next, skip: 0, returned }) }),
    ...listNotices(list, [...telling.values()], found, context),
  };
}

/** Members without a value are left out. */
function rowOf(
  simulation: Simulation,
  { shown, linkOf }: List,
  context: ToolContext,
  { form }: RowSink,
): string {
  if (form === "geojson") return JSON.stringify(simulationFeature(simulation));
  const options = { properties: shown, linkOf };
  const { columns, rows } = simulationTable([simulation], context.now(), options);
  const members = columns.map((name, i) => [name, rows[0]![i]!] as const);
  return JSON.stringify(Object.fromEntries(members.filter(([, value]) => value !== null)));
}
