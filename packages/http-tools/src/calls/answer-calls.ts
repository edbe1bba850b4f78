import {
  type CallContext,
  type CallResult,
  callTool,
  planCall,
  type Tool,
  ToolError,
} from "@emberline/tools";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { jsonType } from "../answers.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { MemoryIdempotency } from "../idempotency/memory-idempotency.ts";
import type { HttpToolsOptions } from "../options.ts";
import { problem } from "../problem.ts";
import { readJson } from "../read-body.ts";
import { requestIdOf } from "../request-id.ts";
import { eventAnswer } from "../streams/event-answer.ts";
import { eventStreamType, type Listener } from "../streams/event-stream.ts";
import { unknownTool } from "../unknown-tool.ts";
import { readCallQuery } from "./call-query.ts";
import { type EndedCall, type ModelCall, WrongCalls } from "./model-call.ts";
import { type ReadCalls, readCalls } from "./read-calls.ts";
import { runTurn, type Turn } from "./run-turn.ts";
import { minTokens, withBudget } from "./with-budget.ts";

/** Models produce a few at once; each may take a slot of the queue. */
const maxCalls = 32;

/**
 * Answers `POST /tools/call`: runs the calls of a model's turn in parallel and returns the messages
 * to append to the conversation, in the order of the calls. What fails in one call is its result.
 * With `?dry_run` the results are plans; a stream of events has the result of each call as it ends.
 */
export function answerCalls(options: HttpToolsOptions): (c: Context) => Promise<Response> {
  const { tools, idempotency = new MemoryIdempotency() } = options;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const names = [...byName.keys()];
  return async (c) => {
    const query = readCallQuery(c);
    if (query instanceof Response) return query;
    const body = await readJson(c);
    if (body instanceof Response) return body;
    const read = readOrRefuse(body, query.format);
    if (read instanceof Response) return read;
    const { name, format, calls } = read;
    const toolOf = (call: ModelCall) => (call.isCustom ? undefined : byName.get(call.name));
    const own = calls.filter(toolOf).length;
    const tokens = query.maxTokens && Math.floor(query.maxTokens / own);
    if (own > 0 && tokens !== undefined && tokens < minTokens) return tooFewTokens(own);

    const work = query.isPlan ? planCall : callTool;
    const runOf = (call: ModelCall): Turn["runs"][number]["run"] => {
      const tool = toolOf(call);
      if (tool) return (context) => runCall(tool, call, context, tokens, work);
      return query.refusesOthers ? async () => notOffered(call.name, names) : null;
    };
    const turn = { name, format, runs: calls.map((call) => ({ call, run: runOf(call) })) };
    const context = contextOf(options, c, format.hasPictures(body));
    const key = query.isPlan ? undefined : c.req.header("idempotency-key");
    const answer = async (more: Partial<Listener>, onEnd: (ended: EndedCall) => void) => {
      let mayKeep = false;
      const run = async () => {
        const { response, isLasting } = await runTurn(turn, { ...context, ...more }, onEnd);
        mayKeep = isLasting;
        return response;
      };
      if (key === undefined) return run();
      const request = ["call", new URL(c.req.url).search, await c.req.text()];
      const call = { header: key, caller: context.caller ?? "", request };
      return answerOnce(idempotency, call, run, () => mayKeep);
    };
    if (!wantsEvents(c)) return answer({}, () => {});
    const { log } = context;
    const request = { signal: c.req.raw.signal, requestId: requestIdOf(c), ...(log && { log }) };
    return eventAnswer(request, (listener, tell) =>
      answer(listener, (ended) => {
        const { id, name } = ended.call;
        tell("call", { id, name, messages: format.answer([ended]) });
      }),
    );
  };
}

function wantsEvents(c: Context): boolean {
  const supports = [jsonType, eventStreamType];
  return accepts(c, { header: "Accept", supports, default: jsonType }) === eventStreamType;
}

function readOrRefuse(body: unknown, format: string | undefined): ReadCalls | Response {
  try {
    const read = readCalls(body, format);
    if (read.calls.length <= maxCalls) return read;
    return problem(
      "invalid_input",
      `The body has ${read.calls.length} calls: send at most ${maxCalls} at once.`,
    );
  } catch (error) {
    if (error instanceof WrongCalls) return problem("invalid_input", error.message);
    throw error;
  }
}

/** Pictures go into the messages; where those take only text, a link is in the answer. */
function contextOf(
  { context, forRequest, pictures = [] }: HttpToolsOptions,
  c: Context,
  hasPictures: boolean,
): CallContext & { readonly signal: AbortSignal } {
  const png = pictures.find(({ mimeType }) => mimeType === "image/png");
  const request = { signal: c.req.raw.signal, requestId: requestIdOf(c) };
  const all = Object.assign({}, context, forRequest?.(c), request);
  const isUsed = png !== undefined && (hasPictures || all.exports !== undefined);
  return Object.assign(all, isUsed && { pictures: png, pictureLinks: all.exports });
}

async function runCall(
  tool: Tool,
  { input }: ModelCall,
  context: CallContext,
  tokens: number | undefined,
  work: typeof callTool,
): Promise<CallResult> {
  if (input instanceof ToolError) return { ok: false, error: input };
  return work(tool, tokens === undefined ? input : withBudget(tool, input, tokens), context);
}

function notOffered(name: string, names: readonly string[]): CallResult {
  return { ok: false, error: new ToolError("not_found", unknownTool(name, names)) };
}

function tooFewTokens(calls: number): Response {
  return problem(
    "invalid_input",
    `max_tokens is shared among ${calls === 1 ? "one call" : `${calls} calls`}: give at least ${calls * minTokens}.`,
  );
}
