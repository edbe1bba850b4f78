import {
  type CallContext,
  type CallResult,
  callTool,
  type Tool,
  ToolError,
} from "@emberline/tools";
import type { Context } from "hono";
import { json } from "../answers.ts";
import type { HttpToolsOptions } from "../options.ts";
import { problem } from "../problem.ts";
import { readJson } from "../read-body.ts";
import { unknownTool } from "../unknown-tool.ts";
import { readCallQuery } from "./call-query.ts";
import { type ModelCall, WrongCalls } from "./model-call.ts";
import { type ReadCalls, readCalls } from "./read-calls.ts";
import { minTokens, withBudget } from "./with-budget.ts";

/** Models produce a few at once; each may take a slot of the queue. */
const maxCalls = 32;

/** How one call is to be answered; null if that is left to the caller. */
type Run = (() => Promise<CallResult>) | null;

/**
 * Answers `POST /tools/call`: runs the calls of a model's turn in parallel and returns the messages
 * to append to the conversation, in the order of the calls. What fails in one call is its result.
 */
export function answerCalls(options: HttpToolsOptions): (c: Context) => Promise<Response> {
  const byName = new Map(options.tools.map((tool) => [tool.name, tool]));
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

    const context = contextOf(options, c, format.hasPictures(body));
    const runOf = (call: ModelCall): Run => {
      const tool = toolOf(call);
      if (tool) return () => runCall(tool, call, context, tokens);
      return query.refusesOthers ? async () => notOffered(call.name, names) : null;
    };
    const runs = calls.map((call) => ({ call, run: runOf(call) }));
    const ended = await Promise.all(
      runs.flatMap(({ call, run }) => (run ? [run().then((result) => ({ call, result }))] : [])),
    );
    if (c.req.raw.signal.aborted) return problem("cancelled", "The call was cancelled.");
    const others = runs.filter(({ run }) => run === null).map(({ call }) => call);
    return json(
      JSON.stringify({
        format: name,
        messages: format.answer(ended),
        others: others.map(({ id, name }) => ({ id, name })),
      }),
    );
  };
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
): CallContext {
  const png = pictures.find(({ mimeType }) => mimeType === "image/png");
  const all = Object.assign({}, context, forRequest?.(c), { signal: c.req.raw.signal });
  const isUsed = png !== undefined && (hasPictures || all.exports !== undefined);
  return Object.assign(all, isUsed && { pictures: png, pictureLinks: all.exports });
}

async function runCall(
  tool: Tool,
  { input }: ModelCall,
  context: CallContext,
  tokens: number | undefined,
): Promise<CallResult> {
  if (input instanceof ToolError) return { ok: false, error: input };
  return callTool(tool, tokens === undefined ? input : withBudget(tool, input, tokens), context);
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
