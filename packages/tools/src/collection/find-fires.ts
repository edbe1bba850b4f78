import type { Feature } from "@emberline/core";
import { type BooleanExpression, compile, type Predicate } from "@emberline/cql2";
import { eachInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { unlessRefused } from "../call/if-answered.ts";
import { ToolError } from "../call/tool-error.ts";
import { named } from "../values/text.ts";
import type { CollectionInfo } from "./collection-info.ts";
import { anyOf, type Folding, idFilter, nameFilter, similarFilter } from "./fire-name.ts";
import { FreshCache, KnownFires } from "./known-fires.ts";

/** The fires that a name may mean, and how they were found. */
export interface FoundFires {
  readonly fires: KnownFires;
  /** Whether the service applies filters; else the whole collection was read. */
  readonly isFiltered: boolean;
  /** No fire of the name is missing. */
  readonly isWhole: boolean;
}

/** A perimeter may take hundreds of kB. */
const pageSize = 1000;
/** Enough for a name that half of all fires have. */
const maxNamedPages = 20;
/** Only suggestions are searched there. */
const maxSimilarPages = 2;

const found = new FreshCache<FoundFires>("fires", ({ fires }) => fires.bytes);

/**
 * The fires whose name contains the words of `key`, or whose id is one of `ids`: by a filter, in
 * one or two requests for any number of features; on a service without filters, by reading the
 * whole collection once.
 */
export async function findFires(
  key: string,
  ids: readonly string[],
  info: CollectionInfo,
  context: ToolContext,
): Promise<FoundFires> {
  const named = (folding: Folding) =>
    anyOf([nameFilter(key, info, folding), idFilter(ids, info)].filter((each) => each !== null));
  const name = `${key}|${ids.join("|")}`;
  return (await asked(name, named, maxNamedPages, info, context)) ?? indexOf(info, context);
}

/** The fires with names similar to a misspelt one. */
export async function similarFires(
  key: string,
  info: CollectionInfo,
  context: ToolContext,
): Promise<FoundFires> {
  const similar = (folding: Folding) => similarFilter(key, info, folding);
  if (!similar("casei")) return { fires: new KnownFires(info), isFiltered: true, isWhole: true };
  return (
    (await asked(`?${key}`, similar, maxSimilarPages, info, context)) ?? indexOf(info, context)
  );
}

/** The filters that each collection accepts; none if it accepts no such filter. */
const foldings = new WeakMap<ToolContext["client"], Map<string, readonly Folding[]>>();

/** The fires that the filter finds; null if the service refuses or ignores it. */
async function asked(
  name: string,
  filterOf: (folding: Folding) => BooleanExpression | null,
  maxPages: number,
  info: CollectionInfo,
  context: ToolContext,
): Promise<FoundFires | null> {
  const whole = found.get("", info, context);
  if (whole) return whole;
  const known = found.get(name, info, context);
  if (known) return known;
  const tried = foldings.get(context.client) ?? new Map<string, readonly Folding[]>();
  foldings.set(context.client, tried);
  let left = tried.get(info.id) ?? (["accenti", "casei"] as const);
  for (; left.length > 0; left = left.slice(1)) {
    const filter = filterOf(left[0]!);
    if (!filter) return null;
    const read = await unlessRefused(readFires(info, context, { filter, maxPages }));
    if (read === "ignored") left = [];
    else if (read !== null) {
      tried.set(info.id, left);
      const fires = { fires: read.fires, isFiltered: true, isWhole: read.isEnd };
      if (read.isEnd) found.set(name, fires, info, context);
      return fires;
    }
  }
  tried.set(info.id, left);
  return null;
}

async function indexOf(info: CollectionInfo, context: ToolContext): Promise<FoundFires> {
  const known = found.get("", info, context);
  if (known) return known;
  const read = await readFires(info, context, { filter: null, maxPages: Number.POSITIVE_INFINITY });
  if (read === "ignored") throw new Error("nothing was asked that could be ignored");
  // A part of the perimeters would not show which one is the newest.
  if (!read.isEnd) throw unreadable(info);
  const whole = { fires: read.fires, isFiltered: false, isWhole: true };
  found.set("", whole, info, context);
  return whole;
}

/** An index of more fires is not kept. */
const maxIndexBytes = 40_000_000;

interface Asked {
  readonly filter: BooleanExpression | null;
  readonly maxPages: number;
}

/** The fires of all features that pass a filter; "ignored" if a feature came that does not. */
async function readFires(
  info: CollectionInfo,
  context: ToolContext,
  { filter, maxPages }: Asked,
): Promise<{ fires: KnownFires; isEnd: boolean } | "ignored"> {
  const accepts = filter === null ? null : compile(filter);
  const fires = new KnownFires(info);
  let pages = 0;
  let isIgnored = false;
  for await (const page of perimeterPages(info, filter, context)) {
    isIgnored = !(await addAll(page.features, fires, accepts, context));
    if (isIgnored) return "ignored";
    const isEnd = page.added === null;
    // Keeping a page while the next one arrives would double the memory.
    page.features.length = 0;
    if (isEnd) return { fires, isEnd };
    if (++pages >= maxPages || fires.bytes > maxIndexBytes) return { fires, isEnd };
    if (page.isLastAllowed || context.softDeadline.aborted) return { fires, isEnd };
  }
  return { fires, isEnd: true };
}

/** @returns whether all features pass */
async function addAll(
  features: readonly Feature[],
  fires: KnownFires,
  accepts: Predicate | null,
  { pause }: ToolContext,
): Promise<boolean> {
  let isPassed = true;
  await eachInTurns(features, pause, (feature) => {
    if (accepts && !accepts(feature)) isPassed = false;
    else if (isPassed) fires.add(feature);
  });
  return isPassed;
}

/** Pages of perimeters that pass a filter; each counts as one of the call's. */
export async function* perimeterPages(
  info: CollectionInfo,
  filter: BooleanExpression | null,
  { client, signal, softDeadline, pause, pages, onRead }: ToolContext,
) {
  const query = {
    ...(filter !== null && { filter }),
    pageSize,
    prefetch: filter === null,
    onInvalid: "skip" as const,
    signal: softDeadline,
    pause,
  };
  try {
    for await (const page of client.features.pages(info.id, query)) {
      signal.throwIfAborted();
      onRead?.(page.features.length);
      const isLastAllowed = pages.spend(page.features.length + page.skipped) !== null;
      yield { features: page.features, added: page.added, isLastAllowed };
    }
  } catch (error) {
    if (signal.aborted || !softDeadline.aborted) throw error;
    throw unreadable(info, error);
  }
}

function unreadable({ id }: CollectionInfo, cause?: unknown): ToolError {
  return new ToolError(
    "timed_out",
    `The fires of ${named(id)} could not all be read in time: give near, bbox or within in place of fire.`,
    { cause },
  );
}
