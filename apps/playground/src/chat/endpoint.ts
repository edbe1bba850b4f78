import { isObject, type JsonObject } from "@emberline/map-app/answer/json";
import { readText } from "./body.ts";
import { askModel, type ChatOptions, send } from "./chat-client.ts";
import type { ChosenModel } from "./chosen-model.ts";
import { ModelError } from "./refusals.ts";

export interface ListedModel {
  readonly name: string;
  /** Null if the endpoint does not say. */
  readonly contextTokens: number | null;
}

/** More would make the list slow to draw. */
const maxModels = 2000;
/** As OpenRouter, vLLM, LM Studio, Groq and Mistral name it. */
const contextMembers = [
  "context_length",
  "max_model_len",
  "max_context_length",
  "context_window",
] as const;

/**
 * The models of an endpoint, by name.
 *
 * @throws {ModelError} when it does not answer, or refuses
 * @throws {DOMException} when `signal` aborts
 */
export async function listModels(
  endpoint: Omit<ChosenModel, "name" | "contextTokens">,
  options: ChatOptions,
): Promise<readonly ListedModel[]> {
  const response = await send({ ...endpoint, name: "" }, "/models", options);
  let body: unknown;
  try {
    body = JSON.parse(await readText(response, options.signal));
  } catch {
    options.signal.throwIfAborted();
  }
  if (!isObject(body) || !Array.isArray(body.data))
    throw new ModelError(
      "The endpoint answered, but not with a list of models: check the base URL, which usually ends with /v1.",
    );
  return body.data
    .filter(isObject)
    .filter(({ id }) => typeof id === "string" && id !== "")
    .slice(0, maxModels)
    .map((model) => ({ name: model.id as string, contextTokens: contextOf(model) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function contextOf(model: JsonObject): number | null {
  const size = contextMembers.map((name) => model[name]).find((each) => typeof each === "number");
  return size !== undefined && Number(size) > 0 ? Number(size) : null;
}

const probe = {
  type: "function",
  function: {
    name: "add",
    description: "Adds two numbers.",
    parameters: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
    },
  },
};

/**
 * Tries whether a model answers and calls a tool.
 *
 * @returns a sentence on what works
 * @throws {ModelError} when it does not; the message says what to do
 * @throws {DOMException} when `signal` aborts
 */
export async function testModel(model: ChosenModel, options: ChatOptions): Promise<string> {
  const messages = [{ role: "user", content: "Call the tool add with 17 and 25." }] as const;
  const turn = await askModel({ model, messages, tools: [probe], mayCall: true }, options);
  if (turn.calls.some(({ name }) => name === "add"))
    return `${model.name} answers and calls tools.`;
  throw new ModelError(
    `${model.name} answers, but did not call the tool it was asked to call: choose a model made for tool calls.`,
  );
}
