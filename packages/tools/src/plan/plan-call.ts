import type { CallResult, ToolContext } from "../call/context.ts";
import type { ExportStore } from "../call/export-store.ts";
import { observeCall } from "../call/observe-call.ts";
import { defaultTimeoutMs, runCall } from "../call/run-call.ts";
import type { CallContext, Tool } from "../call/tool.ts";
import { describeSelection } from "../selection/describe-selection.ts";
import type { Selection } from "../selection/selection.ts";
import { type PlannedRequest, PlannedRequests } from "./planned-requests.ts";

/** What a call would select and request. */
export interface CallPlan {
  readonly dry_run: true;
  /** The selections as answers describe them; a comparison has two. */
  readonly selections: readonly object[];
  readonly requests: readonly PlannedRequest[];
  /** How many requests for metadata the plan itself sent, without those for samples. */
  readonly metadata_requests: number;
  readonly notices?: readonly string[];
}

/**
 * Runs a tool up to its requests for features, which are listed instead of sent; metadata is
 * requested, and of a service that does not describe its collections a sample. The result's
 * `output` is a `CallPlan`. Never rejects.
 *
 * @example
 * const plan = await planCall(tool, { collection: "svc:hotspots", near: "Weed, CA" }, context);
 * if (plan.ok) console.log(plan.text);
 */
export function planCall(tool: Tool, raw: unknown, context: CallContext): Promise<CallResult> {
  const timeoutMs = context.timeoutMs ?? defaultTimeoutMs;
  return observeCall(tool.name, raw, context, () =>
    runCall(tool, raw, context, { timeoutMs }, async (input, own, end) => {
      const output = { ...(await planOf(own, (dry) => end.settle(tool.run(input, dry)), end)) };
      return { ok: true, output, text: JSON.stringify(output) };
    }),
  );
}

async function planOf(
  context: ToolContext,
  run: (dry: ToolContext) => Promise<unknown>,
  end: { readonly aborted: boolean },
): Promise<CallPlan> {
  const { selections: found, planned, isWhole } = await runDry(context, run, end);
  const selections = found.map(described);
  const { requests, metadata } = planned;
  const notices = noticesOf(requests, selections.length, isWhole);
  return {
    dry_run: true,
    selections,
    requests,
    metadata_requests: metadata,
    ...(notices.length > 0 && { notices }),
  };
}

/**
 * Runs a tool whose requests for features are listed instead of sent.
 *
 * @returns what it resolved, and whether it came to its end
 */
export async function runDry(
  context: ToolContext,
  run: (dry: ToolContext) => Promise<unknown>,
  end: { readonly aborted: boolean },
) {
  const planned = new PlannedRequests(context.client);
  const selections: object[] = [];
  const dry = Object.assign(context, {
    client: planned.client,
    sampled: context.client,
    onSelection: (selection: object) => void selections.push(selection),
    ...(context.exports && { exports: nowhere }),
  });
  let isWhole = true;
  try {
    await run(dry);
  } catch (error) {
    // What fails after the first planned request fails because it has no answer.
    if (end.aborted || planned.requests.length === 0) throw error;
    isWhole = false;
  }
  return { selections, planned, isWhole };
}

function noticesOf(
  requests: readonly PlannedRequest[],
  selections: number,
  isWhole: boolean,
): string[] {
  if (requests.length === 0) return isWhole ? ["The call needs no features of the service."] : [];
  const own = [...new Set(requests.flatMap((each) => each.filtered_here ?? []))];
  return [
    ...(own.length === 0
      ? []
      : [
          `The service cannot apply ${own.join(", ")} exactly as asked: the tool reads what the requests select and filters it by ${own.length === 1 ? "it" : "them"}.`,
        ]),
    "Requests that depend on the answers to these are not listed: later pages, and whatever follows from what is found.",
    ...(selections === 0 ? ["The selection depends on the answers to these requests."] : []),
  ];
}

/** A selection of features, or what a tool without one resolved. */
function described(selection: object): object {
  return "query" in selection ? describeSelection(selection as Selection) : selection;
}

/** Accepts files and discards them. */
const nowhere: ExportStore = {
  create: async (name) => ({
    write: async () => {},
    commit: async () => ({ name, uri: "" }),
    discard: async () => {},
  }),
};
