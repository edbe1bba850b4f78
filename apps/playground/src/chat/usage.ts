import { readingTools } from "@emberline/map-app/answer/notices";
import { type Api, ApiError, type RawSize } from "../server/api.ts";
import { answerOf, type Call, type ToolCall } from "../server/calls.ts";
import type { Exchange, Schemas } from "./exchange.ts";

/** English and JSON have about four characters a token. */
const charactersPerToken = 4;

/**
 * The tokens of all that a model reads in a conversation, by what they are for; counted by the
 * server, or estimated by their length.
 */
export function usageOf(
  exchanges: readonly Exchange[],
  calls: readonly Call[],
  schemas: Schemas | null,
) {
  const steps = exchanges.flatMap((each) => each.steps);
  const ids = steps.map((step) => (step.kind === "call" ? step.callId : null));
  const made = calls.filter(({ id }) => ids.includes(id));
  const answers = made.flatMap((call) => answerOf(call) ?? []);
  const counted = schemas ? [schemas, ...answers] : answers;
  const size = ({ tokens, text }: { tokens: number | null; text: string }) =>
    tokens ?? estimate(text);
  // Questions, the arguments of calls, and the words of the model.
  const words = sum([
    ...exchanges.map(({ by, question }) => (by === "model" ? estimate(question) : 0)),
    ...made.map(({ by, args }) => (by === "model" ? estimate(JSON.stringify(args)) : 0)),
    ...steps.map((step) => (step.kind === "text" ? estimate(step.text) : 0)),
  ]);
  return {
    schemas: schemas ? size(schemas) : 0,
    words,
    answers: sum(answers.map(size)),
    total: sum(counted.map(size)) + words,
    isExact: words === 0 && counted.every(({ tokens }) => tokens !== null),
  };
}

function estimate(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Tools whose answers stand for features that a model would read as GeoJSON without them. */
const readers = [...readingTools, "export_features"];

/** Tokens of the GeoJSON that a call selects; null if it selects none, or the server cannot say. */
export async function rawTokensOf(api: Api, { tool, args }: ToolCall): Promise<RawSize | null> {
  if (!readers.includes(tool)) return null;
  try {
    const size = await api.rawSize(tool, args);
    return size.tokens > 0 ? size : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
