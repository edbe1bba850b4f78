import { anthropicCalls } from "./anthropic.ts";
import { geminiCalls } from "./gemini.ts";
import { type CallFormat, type ModelCall, WrongCalls } from "./model-call.ts";
import { openAiChatCalls } from "./openai-chat.ts";
import { openAiResponsesCalls } from "./openai-responses.ts";
import { objectsOf } from "./shapes.ts";

const formats: ReadonlyMap<string, CallFormat> = new Map([
  ["openai", openAiChatCalls],
  ["openai-responses", openAiResponsesCalls],
  ["anthropic", anthropicCalls],
  ["gemini", geminiCalls],
]);

/** The names of `?format=`: those of the lists of tools, since a caller uses one for both. */
export const callFormats: readonly string[] = [...formats.keys(), "openai-strict"];

export interface ReadCalls {
  readonly name: string;
  readonly format: CallFormat;
  readonly calls: readonly ModelCall[];
}

/**
 * The calls in a body, in the given format or in the one that its shape shows.
 *
 * @throws {WrongCalls} when it has no calls, calls of several formats, or calls without an id
 */
export function readCalls(body: unknown, given?: string): ReadCalls {
  const name = given === "openai-strict" ? "openai" : given;
  const read = [...formats].flatMap(([each, format]) => {
    const calls = format.read(body);
    return calls ? [{ name: each, format, calls }] : [];
  });
  const withCalls = read.filter(({ calls }) => calls.length > 0);
  const found = withCalls.length > 0 ? withCalls : read;
  if (withCalls.length > 1) {
    throw new WrongCalls(
      `The body mixes calls of ${withCalls.map((each) => each.name).join(" and ")}: send those of one provider at a time.`,
    );
  }
  if (name === undefined) {
    if (found.length > 0) return checked(found[0]!);
    throw new WrongCalls(
      `The body has no tool calls in a known format: send, exactly as the model produced them, ${expectedOf([...formats.values()])}.`,
    );
  }
  const right = found.find((each) => each.name === name);
  if (right) return checked(right);
  const format = formats.get(name)!;
  // A list of texts is a turn without calls in several formats.
  if (withCalls.length === 0 && objectsOf(body)) return { name, format, calls: [] };
  const other = withCalls[0] ? `its calls are in the format ${withCalls[0].name}` : "it is not";
  throw new WrongCalls(
    `The body should be in the format ${name}, but ${other}: send ${expectedOf([format])}.`,
  );
}

/** @throws {WrongCalls} when results could not be told apart */
function checked(read: ReadCalls): ReadCalls {
  const ids = read.calls.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return read;
  throw new WrongCalls(
    `Two calls have the id ${JSON.stringify(twice.slice(0, 100))}: each needs its own, since results are matched by it.`,
  );
}

function expectedOf(all: readonly CallFormat[]): string {
  return all.map(({ expected }) => expected).join("; ");
}
