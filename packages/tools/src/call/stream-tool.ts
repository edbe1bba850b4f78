import type { StreamSlot } from "./call-queue.ts";
import { type CallResult, PageBudget } from "./context.ts";
import { observeCall } from "./observe-call.ts";
import type { RowSink } from "./row-sink.ts";
import { runCall } from "./run-call.ts";
import type { CallContext, Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

/** Room for a million features through a slow service and to a slow reader. */
const timeoutMs = 600_000;

/** After this without a read row, others may use the slot of a stream. */
const restAfterMs = 1000;
/** After this, the stream is cut. */
const cutAfterMs = 30_000;

/** How a stream of rows ended. */
export interface StreamEnd {
  /** Rows that were written, also if the stream broke off. */
  readonly returned: number;
  /** The members of the answer that are not rows, or why the stream broke off. */
  readonly result: CallResult;
}

/** Whether a tool can stream its rows. */
export function canStream(tool: Tool): boolean {
  return tool.stream !== undefined;
}

/**
 * Runs a tool that lists, like `callTool`, but writes every row to `sink` instead of fitting the
 * answer to a budget. Rows are not kept, so memory does not grow with their number. While the sink
 * waits for its reader, other calls may run; after 30 s the stream ends (`cancelled`). It never
 * rejects.
 *
 * @example
 * const sink = { form: "columns", write: (row) => void lines.push(row) } as const;
 * const input = { collection: "svc:hotspots" };
 * const { returned, result } = await streamTool(tool, input, context, sink);
 */
export async function streamTool(
  tool: Tool,
  raw: unknown,
  context: CallContext,
  sink: RowSink,
): Promise<StreamEnd> {
  if (!tool.stream) throw new Error(`${tool.name} does not stream rows`);
  let returned = 0;
  const timeLimitMs = context.timeoutMs ?? timeoutMs;
  const result = await observeCall(tool.name, raw, context, () =>
    runCall(tool, raw, context, { timeoutMs: timeLimitMs, isStream: true }, async (...call) => {
      const [input, own, end, slot] = call;
      const counting: RowSink = {
        form: sink.form,
        write(row) {
          returned++;
          const { presentation } = own;
          const shown = presentation.isPlain
            ? row
            : JSON.stringify(presentation.of(JSON.parse(row)));
          const written = sink.write(shown);
          return written && whileUnread(written, slot, own.signal);
        },
      };
      const unlimited = Object.assign(own, { pages: new PageBudget(Number.POSITIVE_INFINITY) });
      const members = await end.settle(tool.stream!(input, unlimited, counting));
      const output = own.presentation.of({ ...members, returned });
      return { ok: true, output, text: JSON.stringify(output) };
    }),
  );
  return { returned, result };
}

/** @throws {ToolError} when the reader takes nothing for too long (`cancelled`) */
async function whileUnread(
  written: Promise<void>,
  slot: StreamSlot | undefined,
  signal: AbortSignal,
): Promise<void> {
  let isResting = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let cutting: ReturnType<typeof setTimeout> | undefined;
  const cut = new Promise<never>((_, reject) => {
    resting = setTimeout(() => {
      isResting = true;
      slot?.rest();
    }, restAfterMs);
    cutting = setTimeout(() => reject(unread()), cutAfterMs);
  });
  try {
    await Promise.race([written, cut]);
  } finally {
    clearTimeout(resting);
    clearTimeout(cutting);
  }
  if (isResting) await slot?.resume(signal);
}

function unread(): ToolError {
  const sentence = `The stream was cut: nothing of it was read for ${cutAfterMs / 1000} s.`;
  return new ToolError("cancelled", sentence);
}
