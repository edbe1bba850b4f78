import { askModel, type ChatOptions } from "./chat-client.ts";
import type { ChosenModel } from "./chosen-model.ts";
import { ModelError } from "./model-error.ts";

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
