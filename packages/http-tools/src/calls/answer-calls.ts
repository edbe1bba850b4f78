import {
  type CallContext,
  type CallResult,
  callTool,
  planCall,
  quoted,
  type Tool,
  ToolError,
} from "@emberline/tools";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import {
  problem,
  toolProblem,
  unknownTool,
  wrongName,
  wrongParameter,
} from "../common/problems.ts";
import { flagOf, readJson, requestIdOf } from "../common/read-body.ts";
import { answerOnce, isLasting } from "../idempotency/answer-once.ts";
import { MemoryIdempotency } from "../idempotency/memory-idempotency.ts";
import { eventAnswer } from "../streams/event-answer.ts";
import { eventStreamType, type Listener } from "../streams/event-stream.ts";
import { type CallFormat, type EndedCall, type ModelCall, messagesFor } from "./call-formats.ts";
import { json, jsonType, pictureBesideJson } from "./one-call.ts";
import type { HttpToolsOptions } from "./options.ts";
import { callFormatNames, type ReadCalls, readCalls } from "./read-calls.ts";
import { isObject, WrongCalls } from "./shapes.ts";

/** The smallest `max_tokens` that tools take. */
const minTokens = 500;
/** The largest. */
const mostTokens = 10_000;

/** The arguments with at most this many `max_tokens`, if the tool has that parameter. */
function withBudget(tool: Tool, input: unknown, share: number): unknown {
  if (!("max_tokens" in tool.input.shape) || !isObject(input)) return input;
  const { max_tokens: own } = input;
  const tokens = Math.min(share, mostTokens);
  if (own === undefined || own === null || own === "") return { ...input, max_tokens: tokens };
  // A wrong value is left to the tool, which says what would be right.
  return typeof own === "number" ? { ...input, max_tokens: Math.min(own, tokens) } : input;
}

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
    const own = calls.filter((call) => !call.fault && toolOf(call)).length;
    const tokens = query.maxTokens && Math.floor(query.maxTokens / own);
    if (own > 0 && tokens !== undefined && tokens < minTokens) return tooFewTokens(own);

    const work = query.isPlan ? planCall : callTool;
    const runOf = (call: ModelCall): Turn["runs"][number]["run"] => {
      const tool = toolOf(call);
      const { fault: error } = call;
      if (error && (tool || call.name === "")) return async () => ({ ok: false, error });
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
        tell("call", { id, name, messages: messagesFor(format, [ended]) });
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
  const drawn = { pictures: png, aboutPicture: () => undefined };
  return Object.assign(all, isUsed ? drawn : png && { aboutPicture: pictureBesideJson });
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

/** The parameters of `POST /tools/call`. */
interface CallQuery {
  readonly format?: string | undefined;
  /** Whether calls of tools that are not offered get an error as their result. */
  readonly refusesOthers: boolean;
  /** The longest answers of all calls together, in tokens. */
  readonly maxTokens?: number | undefined;
  /** Whether the results are the plans of the calls. */
  readonly isPlan: boolean;
}

const othersWords = ["leave", "refuse"];

/** The parameters, or the refusal of a wrong one. */
function readCallQuery(c: Context): CallQuery | Response {
  const queries = c.req.queries();
  const refusal = wrongParameter(queries, ["format", "others", "max_tokens", "dry_run"]);
  if (refusal) return refusal;
  const [format] = queries.format ?? [];
  if (format !== undefined && !callFormatNames.includes(format))
    return wrongName(["format", "formats"], format, callFormatNames);
  const [others = "leave"] = queries.others ?? [];
  if (!othersWords.includes(others))
    return wrongName(["choice of others", "choices"], others, othersWords);
  const [tokens] = queries.max_tokens ?? [];
  if (tokens !== undefined && !/^\d{1,9}$/.test(tokens)) {
    return problem(
      "invalid_input",
      `max_tokens must be a whole number of tokens such as 6000, not ${quoted(tokens, 100)}.`,
    );
  }
  const isPlan = flagOf(c, "dry_run");
  if (isPlan instanceof Response) return isPlan;
  return {
    format,
    isPlan,
    refusesOthers: others === "refuse",
    ...(tokens !== undefined && { maxTokens: Number(tokens) }),
  };
}

/** The calls of a model's turn, and how each is answered. */
interface Turn {
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
async function runTurn(
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
    messages: messagesFor(format, ended),
    others: others.map(({ id, name }) => ({ id, name })),
  };
  return {
    response: json(JSON.stringify(body), { vary: "accept" }),
    isLasting: ended.every(
      ({ result }) => result.ok || isLasting(toolProblem(result.error).status),
    ),
  };
}
