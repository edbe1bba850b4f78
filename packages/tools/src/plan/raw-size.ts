import type { CallResult, ToolContext } from "../call/context.ts";
import { countTokens } from "../call/count-tokens.ts";
import { observeCall } from "../call/observe-call.ts";
import { defaultTimeoutMs, runCall } from "../call/run-call.ts";
import type { CallContext, Tool } from "../call/tool.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import type { Selection } from "../selection/selection.ts";
import { runDry } from "./plan-call.ts";

/** What a model would read without the tool: the service's GeoJSON of the same selections. */
interface RawSize {
  readonly features: number;
  /** Tokens (o200k) of the GeoJSON. */
  readonly tokens: number;
  /** False if only the first features were read, and the others taken to be as long. */
  readonly is_exact: boolean;
}

/** Tokens are counted in up to this many features of a selection. */
const maxCounted = 2000;

/**
 * Measures the GeoJSON of what a call selects, without running the call. The result's `output` is a
 * `RawSize`. Never rejects.
 *
 * @example
 * const size = await rawSizeOf(tool, { collection: "svc:hotspots", within: "Oregon" }, context);
 * if (size.ok) console.log(size.output.tokens);
 */
export function rawSizeOf(tool: Tool, raw: unknown, context: CallContext): Promise<CallResult> {
  const timeoutMs = context.timeoutMs ?? defaultTimeoutMs;
  return observeCall(tool.name, raw, context, () =>
    runCall(tool, raw, context, { timeoutMs }, async (input, own, end) => {
      const { client } = own;
      const { selections } = await runDry(own, (dry) => end.settle(tool.run(input, dry)), end);
      const output = { ...(await end.settle(sizeOf(selections, Object.assign(own, { client })))) };
      return { ok: true, output, text: JSON.stringify(output) };
    }),
  );
}

async function sizeOf(selections: readonly object[], context: ToolContext): Promise<RawSize> {
  const seen = new Set<string>();
  let [features, tokens, isExact] = [0, 0, true];
  for (const selection of selections) {
    if (!("query" in selection)) continue;
    const { collection, query } = selection as Selection;
    const key = JSON.stringify([collection.id, query]);
    if (seen.has(key)) continue;
    seen.add(key);
    const size = await sizeOfSelection(selection as Selection, context);
    features += size.features;
    tokens += size.tokens;
    isExact &&= size.is_exact;
  }
  return { features, tokens: Math.round(tokens), is_exact: isExact };
}

async function sizeOfSelection(
  { collection: { id }, query }: Selection,
  { client, pause, signal }: ToolContext,
): Promise<RawSize> {
  const page = await featuresOf(client, id).page(id, {
    ...query,
    limit: maxCounted,
    signal,
    pause,
  });
  const { features, next, numberMatched } = page;
  const counted = await countTokens(JSON.stringify({ type: "FeatureCollection", features }), pause);
  if (next === null || features.length === 0)
    return { features: features.length, tokens: counted, is_exact: true };
  // Without a number, what was read is the least that there is.
  const matched = Math.max(numberMatched ?? 0, features.length);
  const share = matched / features.length;
  return { features: matched, tokens: counted * share, is_exact: false };
}
