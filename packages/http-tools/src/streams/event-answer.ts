import type { CallContext } from "@emberline/tools";
import { problem, problemType } from "../common/problems.ts";
import { withRequestId } from "../common/read-body.ts";
import { eventStream, type Listener, type Tell } from "./event-stream.ts";

interface EventRequest extends Pick<CallContext, "log"> {
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/**
 * Answers with a stream of events, of which the last is the answer. A problem names the request;
 * an unforeseen error is logged.
 */
export function eventAnswer(
  { signal, requestId, log }: EventRequest,
  answer: (listener: Listener, tell: Tell) => Promise<Response>,
): Response {
  return eventStream(signal, async (listener, tell) => {
    const response = await answer(listener, tell).catch((error: unknown) => {
      // Its message may have values of the caller.
      const name = error instanceof Error ? error.name : typeof error;
      log?.(`internal error in an event stream (request ${requestId}): ${name}`);
      return problem("internal", "Emberline failed on this call: an internal error.");
    });
    if (response.headers.get("content-type") !== problemType) return response;
    const details = (await response.json()) as object;
    return Response.json(withRequestId(details, requestId), response);
  });
}
