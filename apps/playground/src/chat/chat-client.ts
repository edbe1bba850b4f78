import { createParser } from "eventsource-parser";
import { partsOf, readText } from "./body.ts";
import type { ChosenModel } from "./chosen-model.ts";
import { type FunctionSchema, type Message, type Turn, TurnCollector } from "./collect-turn.ts";
import { ModelError, quoted, refusalOf, whyNoAnswer } from "./refusals.ts";

export interface ChatRequest {
  readonly model: ChosenModel;
  readonly messages: readonly Message[];
  readonly tools: readonly FunctionSchema[];
  /** False: the model must answer without further calls. */
  readonly mayCall: boolean;
}

export interface ChatOptions {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** Called at each piece; `read` gives the text so far. */
  onText?(read: () => string): void;
}

/**
 * One reply of a model, by Chat Completions, streamed if the endpoint can.
 *
 * @throws {ModelError} when there is none; the message says what to do
 * @throws {DOMException} when `signal` aborts
 */
export async function askModel(request: ChatRequest, options: ChatOptions): Promise<Turn> {
  const { model, messages, tools, mayCall } = request;
  const response = await send(model, "/chat/completions", options, {
    model: model.name,
    messages,
    ...(tools.length > 0 && { tools, ...(!mayCall && { tool_choice: "none" }) }),
    stream: true,
  });
  const collector = new TurnCollector();
  try {
    if (/^application\/json/i.test(response.headers.get("content-type") ?? "")) {
      collector.take(parse(await readText(response, options.signal)));
    } else {
      await readEvents(response, options.signal, (data) => {
        collector.take(parse(data));
        options.onText?.(() => collector.text);
        return collector.isFull;
      });
    }
    return collector.finished();
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof ModelError) throw new ModelError(quoted(error.message, model.key));
    throw new ModelError("The model's answer broke off: ask again.");
  }
}

/**
 * Sends a request to an endpoint; a body makes it a POST.
 *
 * @throws {ModelError} when it does not answer, or refuses
 * @throws {DOMException} when `signal` aborts
 */
export async function send(
  model: Pick<ChosenModel, "preset" | "baseUrl" | "key" | "name">,
  path: string,
  { fetch, signal }: ChatOptions,
  body?: object,
): Promise<Response> {
  const url = `${model.baseUrl}${path}`;
  let response: Response;
  try {
    response = await fetch(url, {
      method: body ? "POST" : "GET",
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(model.key !== "" && { authorization: `Bearer ${model.key}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // No cookies of the endpoint, and no address of this page in its logs.
      credentials: "omit",
      referrerPolicy: "no-referrer",
      // Nobody chose to send the conversation to where a redirect leads.
      redirect: "manual",
      signal,
    });
  } catch {
    signal.throwIfAborted();
    throw await whyNoAnswer(model, fetch, signal);
  }
  if (response.ok) return response;
  const text = await readText(response, signal).catch(() => "");
  signal.throwIfAborted();
  throw refusalOf(response.status, text, model);
}

/** Calls `take` with the data of each event until it returns true, or the stream or turn ends. */
async function readEvents(
  response: Response,
  signal: AbortSignal,
  take: (data: string) => boolean,
): Promise<void> {
  let isDone = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      isDone ||= data.trim() === "[DONE]" || take(data);
    },
  });
  for await (const text of partsOf(response, signal)) {
    parser.feed(text);
    if (isDone) return;
  }
  // The last event may lack the empty line that ends it.
  parser.feed("\n\n");
}

/** Malformed JSON is passed over: the rest of a stream may still make sense. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
