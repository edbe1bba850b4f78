import type { z } from "zod";
import type { SelectionKey } from "../call/answer-cache.ts";
import type { ToolContext } from "../call/context.ts";
import { defaultTimeoutMs, runCall } from "../call/run-call.ts";
import type { CallContext, Tool } from "../call/tool.ts";
import { describeSelection } from "../selection/describe-selection.ts";
import { resolveTime } from "../selection/interval.ts";
import type { Selection } from "../selection/selection.ts";

/** Ends a run as soon as its selection is known. */
class Resolved extends Error {
  override readonly name = "Resolved";
  readonly selection: Selection;

  constructor(selection: Selection) {
    super("the selection is resolved");
    this.selection = selection;
  }
}

/** The arguments that the resolved selection states in full; all others are part of the key. */
const selecting: readonly string[] = [
  ...["collection", "bbox", "within", "near", "lon", "lat", "radius_km"],
  ...["time", "filter", "filter_lang"],
];

/**
 * What a call selects and whatever else shapes its answer, as a key: equal for calls that mean
 * the same in other words. Resolving requests metadata, which the call then has already, and no
 * features: so tools that resolve more than one selection or none, fires by name, and cursors are
 * known by their arguments only. Never rejects.
 */
export async function selectionKey(
  tool: Tool,
  raw: unknown,
  context: CallContext,
): Promise<SelectionKey> {
  const isResolved = ["collection", "bbox", "time"].every((name) => name in tool.input.shape);
  if (!isResolved) return { ok: true, key: null };
  // Light, since it reads no features.
  const light = { ...tool, isLight: true };
  const timeoutMs = context.timeoutMs ?? defaultTimeoutMs;
  return runCall(light, raw, context, timeoutMs, async (input, own, end): Promise<SelectionKey> => {
    const hasSelection = input.fire === undefined && input.cursor === undefined;
    const run = (dry: ToolContext) => end.settle(tool.run(input, dry));
    return { ok: true, key: hasSelection ? await keyOf(tool, input, own, run) : null };
  });
}

async function keyOf(
  tool: Tool,
  input: z.output<Tool["input"]>,
  context: ToolContext,
  run: (dry: ToolContext) => Promise<unknown>,
): Promise<string | null> {
  const onSelection = (selection: object) => {
    throw new Resolved(selection as Selection);
  };
  try {
    await run(Object.assign(context, { onSelection }));
    return null;
  } catch (error) {
    if (!(error instanceof Resolved)) throw error;
    const { selection } = error;
    const time = timeOf(selection, input, context.now());
    if (time === null) return null;
    const { interval: _, ...described } = describeSelection(selection);
    const others = Object.entries(input).filter(([name]) => !selecting.includes(name));
    const isAtEnd = selection.timeNotice !== null;
    // With the notices: they tell how the arguments were read.
    return JSON.stringify([tool.name, described, time, isAtEnd, others, context.notices]);
  }
}

/**
 * The interval as texts. An end that moves with the clock is its distance from now: a kept
 * answer states its own interval and age. Null for words that are neither fixed nor move along.
 */
function timeOf(
  { interval }: Selection,
  { time, time_zone: zone = "UTC" }: { readonly time?: string; readonly time_zone?: string },
  nowMs: number,
): readonly (string | null)[] | null {
  if (!interval?.isRelative || time === undefined)
    return interval ? [interval.start, interval.end] : [];
  const asked = resolveTime(time, nowMs, { zone });
  const later = resolveTime(time, nowMs + stepMs, { zone });
  const bounds = (["start", "end"] as const).map((name) => {
    const [from, to] = [asked[name], later[name]];
    if (from === to) return from;
    if (from === null || to === null || Date.parse(to) - Date.parse(from) !== stepMs)
      return undefined;
    return `${nowMs - Date.parse(from)} ms before now`;
  });
  const [start, end] = bounds;
  return start === undefined || end === undefined ? null : ["relative", start, end];
}

/** Moves the clock, to find what moves with it. */
const stepMs = 1000;
