import type { CallContext, CallResult } from "@emberline/tools";
import { json } from "../answers.ts";
import { isLasting } from "../idempotency/answer-once.ts";
import { problem, toolProblem } from "../problem.ts";
import type { CallFormat, EndedCall, ModelCall } from "./model-call.ts";

/** The calls of a model's turn, and how each is answered. */
export interface Turn {
  /** The format's name. */
  readonly name: string;
  readonly format: CallFormat;
  readonly runs: readonly {
    readonly call: ModelCall;
    /** Null if the call is left to the caller. */
    readonly run: ((context: CallContext) => Promise<CallResult>) | null;
  }[];
}

/** The answer to a turn. */
interface TurnAnswer {
  readonly response: Response;
  /** Whether the same turn would be answered alike: not if a call failed for a passing reason. */
  readonly isLasting: boolean;
}

/**
 * Runs the calls of a turn in parallel.
 *
 * @param onEnd receives each call as it ends
 */
export async function runTurn(
  { name, format, runs }: Turn,
  context: CallContext & { readonly signal: AbortSignal },
  onEnd: (ended: EndedCall) => void,
): Promise<TurnAnswer> {
  const ended = await Promise.all(
    runs.flatMap(({ call, run }) => {
      if (!run) return [];
      const end = (result: CallResult) => {
        onEnd({ call, result });
        return { call, result };
      };
      return [run(context).then(end)];
    }),
  );
  if (context.signal.aborted)
    return { response: problem("cancelled", "The call was cancelled."), isLasting: false };
  const others = runs.filter(({ run }) => run === null).map(({ call }) => call);
  const body = {
    format: name,
    messages: format.answer(ended),
    others: others.map(({ id, name }) => ({ id, name })),
  };
  return {
    response: json(JSON.stringify(body), { vary: "accept" }),
    isLasting: ended.every(
      ({ result }) => result.ok || isLasting(toolProblem(result.error).status),
    ),
  };
}
