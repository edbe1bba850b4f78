import type { Feature } from "@emberline/core";
import { envelopeOf } from "../answer/envelope.ts";
import { toTable, usualProperties } from "../answer/table.ts";
import type { ToolContext } from "../call/context.ts";
import { jsonText } from "../call/json-text.ts";
import type { RowSink } from "../call/row-sink.ts";
import { invalidInput } from "../call/tool-error.ts";
import { pick } from "../export/pick.ts";
import { simplifiedNotice } from "../geometry/simplify.ts";
import type { Hit } from "../reading/match.ts";
import { readAll } from "../reading/read-all.ts";
import {
  packTally,
  type ReadingState,
  type Tally,
  tallyNotices,
  unpackTally,
} from "../reading/tally.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import { memberName } from "../values/own-property.ts";
import type { Cell } from "../values/text-numbers.ts";
import type { QueryInput } from "./parameters.ts";
import {
  findRows,
  hiddenNotice,
  membersOf,
  noticesAbout,
  type Query,
  resolveQuery,
  tableOptions,
} from "./resolve-query.ts";

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
    ...envelopeOf({ selection, tally, omitted, cut: null, notices }, context),
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

/** Writes hits as rows; each batch is prepared before its hits are written one by one. */
interface RowWriter {
  readonly written: number;
  /** Whether a row has lain near a static source, or there were no rows. */
  readonly hasSource: boolean;
  prepare(hits: readonly Hit[]): Promise<void>;
  write(hit: Hit): void | Promise<void>;
  notices(): (string | null)[];
}

/** A writer of the form that the sink wants. */
function rowWriter(
  query: Query,
  input: QueryInput,
  context: ToolContext,
  sink: RowSink,
): RowWriter {
  return sink.form === "geojson"
    ? new FeatureWriter(sink, input.properties)
    : new ColumnWriter(query, input, context, sink);
}

/** Whole features, unchanged, or with only the properties that were asked for. */
class FeatureWriter implements RowWriter {
  written = 0;
  readonly hasSource = true;
  readonly #sink: RowSink;
  readonly #properties: readonly string[] | undefined;

  constructor(sink: RowSink, properties: readonly string[] | undefined) {
    this.#sink = sink;
    this.#properties = properties;
  }

  async prepare(): Promise<void> {}

  write({ feature }: { readonly feature: Feature }): void | Promise<void> {
    this.written++;
    const kept = this.#properties ? pick(feature, this.#properties) : feature;
    return this.#sink.write(jsonText(kept));
  }

  notices(): (string | null)[] {
    return [];
  }
}

/** The columns of the answer as members; those without a value are left out. */
class ColumnWriter implements RowWriter {
  written = 0;
  readonly #query: Query;
  readonly #input: QueryInput;
  readonly #context: ToolContext;
  readonly #sink: RowSink;
  #properties: readonly string[] | undefined;
  #names: readonly string[] = [];
  #rows: Iterator<readonly Cell[]> = [].values();
  #hasSource = false;
  #hasShape = false;
  #hidden: string | null | undefined;

  constructor(query: Query, input: QueryInput, context: ToolContext, sink: RowSink) {
    this.#query = query;
    this.#input = input;
    this.#context = context;
    this.#sink = sink;
    this.#properties = input.properties;
  }

  get hasSource(): boolean {
    return this.#hasSource || this.written === 0;
  }

  async prepare(hits: readonly Hit[]): Promise<void> {
    if (hits.length === 0) return;
    const { selection, outlines } = this.#query;
    const table = toTable(
      hits,
      selection.collection,
      { outlines, pause: this.#context.pause },
      { ...tableOptions(this.#query, this.#input), properties: this.#properties },
    );
    await table.prepare(hits.length);
    this.#hidden ??= hiddenNotice(table);
    // Later pages show the properties of the first, so that rows are alike.
    this.#properties ??= usualProperties(hits, selection.collection);
    const { columns, rows } = table.whole();
    this.#names = columns.map((name) => `${JSON.stringify(rowMember(name))}:`);
    this.#rows = rows.values();
    this.#hasSource ||= columns.includes("near_source");
    this.#hasShape ||= columns.includes("geometry");
  }

  write(): void | Promise<void> {
    this.written++;
    const { value: row } = this.#rows.next();
    let text = "";
    for (const [i, cell] of (row as readonly Cell[]).entries()) {
      if (cell !== null) text += `${text && ","}${this.#names[i]}${JSON.stringify(cell)}`;
    }
    return this.#sink.write(`{${text}}`);
  }

  notices(): (string | null)[] {
    const isSimplified = this.#hasShape && this.#input.geometry === "simplified";
    return [isSimplified ? simplifiedNotice : null, this.#hidden ?? null];
  }
}

/** `summary` is the member of the last line. */
function rowMember(column: string): string {
  return column === "summary" ? "properties.summary" : memberName(column);
}
