import { envelopeOf } from "../answer/envelope.ts";
import type { ToolContext } from "../call/context.ts";
import type { RowSink } from "../call/row-sink.ts";
import { invalidInput } from "../call/tool-error.ts";
import { readAll } from "../reading/read-all.ts";
import type { ReadingState } from "../reading/reading.ts";
import { packTally, unpackTally } from "../reading/reading.ts";
import { type Tally, tallyNotices } from "../reading/tally.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import { findRows, membersOf, noticesAbout } from "./answer.ts";
import type { QueryInput } from "./parameters.ts";
import { type Query, resolveQuery } from "./resolve-query.ts";
import { rowWriter } from "./row-writer.ts";

/**
 * Writes every row of the query: in the service's order as pages arrive, or the first `limit` in
 * the order of the answer. Returns the members of the answer that are not rows.
 *
 * @throws {ToolError} when the rows would have to be sorted first (`invalid_input`)
 */
export async function streamRows(
  input: QueryInput,
  context: ToolContext,
  sink: RowSink,
): Promise<Record<string, unknown>> {
  const query = await resolveQuery(input, context);
  if (input.limit !== undefined) return streamFirst(query, input, input.limit, context, sink);
  if (query.sortedBy !== undefined || query.state?.a !== undefined) {
    throw invalidInput(
      "All rows are streamed in the service's order as they arrive: leave sort out, start without the cursor of a sorted answer, or add limit.",
    );
  }
  return streamAll(query, input, context, sink);
}

async function streamFirst(
  query: Query,
  input: QueryInput,
  limit: number,
  context: ToolContext,
  sink: RowSink,
) {
  const found = await findRows(query, input, limit, context);
  const { hits } = found.reading;
  const writer = rowWriter(query, input, context, sink);
  await writer.prepare(hits);
  for (const hit of hits) await writer.write(hit);
  const notices = [...found.notices, ...writer.notices()];
  return membersOf(query, { ...found, notices }, hits.length, context);
}

async function streamAll(query: Query, input: QueryInput, context: ToolContext, sink: RowSink) {
  const { selection, state, cursorOf } = query;
  const writer = rowWriter(query, input, context, sink);
  const read = await readAll(selection, context, (hit) => writer.write(hit), {
    from: state?.p,
    skip: state?.k,
    isUnlimited: true,
    prepare: (hits) => writer.prepare(hits),
  });
  const { stop } = read;
  const tally = state ? withBefore(read, state) : read;
  const returned = (state?.n ?? 0) + writer.written;
  const canContinue = stop !== undefined && !selection.latestPerFire;
  const notices = [
    ...(await noticesAbout(query, input, tally, writer.hasSource, context)),
    ...tallyNotices(tally, filtersSnapshots(selection)),
    canContinue ? `The reading stopped early (${stop.reason}): next_cursor continues.` : null,
    ...writer.notices(),
  ];
  const omitted = Math.max(0, tally.matched - returned);
  return {
    ...envelopeOf({ selection, tally, omitted, isLast: stop === undefined, notices }, context),
    order: "the service's own",
    ...(canContinue && {
      next_cursor: cursorOf({ n: returned, t: packTally(tally), p: stop.next }),
    }),
  };
}

/** The tally of this reading and of the answers before it. */
function withBefore(read: Tally, { n, t }: ReadingState): Tally {
  const before = unpackTally(t);
  return before.exact ? { ...read, ...before } : { ...read, matched: n + read.matched };
}
