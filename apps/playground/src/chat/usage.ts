import { type Api, ApiError, type RawSize } from "../server/api.ts";
import { answerOf, type Call, type ToolCall } from "../server/calls.ts";
import type { Exchange, Schemas } from "./exchange.ts";

/** Tokens of a conversation by what they are for; counted by the server, or estimated. */
interface Usage {
  readonly schemas: number;
  /** Questions, the arguments of calls, and the words of the model. */
  readonly words: number;
  /** Answers of tools. */
  readonly answers: number;
  readonly total: number;
  /** False if a part was estimated by its length. */
  readonly isExact: boolean;
}

/** English and JSON have about four characters a token. */
const charactersPerToken = 4;

/** The tokens of all that a model reads in a conversation. */
export function usageOf(
  exchanges: readonly Exchange[],
  calls: readonly Call[],
  schemas: Schemas | null,
): Usage {
  const steps = exchanges.flatMap((each) => each.steps);
  const made = steps.flatMap((step) =>
    step.kind === "call" ? calls.filter(({ id }) => id === step.callId) : [],
  );
  const answers = made.flatMap((call) => answerOf(call) ?? []);
  const schemaTokens = schemas ? (schemas.tokens ?? estimate(schemas.text)) : 0;
  const words = sum([
    ...exchanges.map(({ by, question }) => (by === "model" ? estimate(question) : 0)),
    ...made.map(({ by, args }) => (by === "model" ? estimate(JSON.stringify(args)) : 0)),
    ...steps.map((step) => (step.kind === "text" ? estimate(step.text) : 0)),
  ]);
  const answerTokens = sum(answers.map(({ tokens, text }) => tokens ?? estimate(text)));
  return {
    schemas: schemaTokens,
    words,
    answers: answerTokens,
    total: schemaTokens + words + answerTokens,
    isExact:
      words === 0 &&
      (!schemas || schemas.tokens !== null) &&
      answers.every(({ tokens }) => tokens !== null),
  };
}

function estimate(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Tools whose answers stand for features that a model would read as GeoJSON without them. */
const readers = [
  "query_features",
  "summarize_features",
  "assess_location",
  "assess_fire",
  "compare_periods",
  "show_map",
  "export_features",
];

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
