import type { Pause } from "@emberline/turns";
import type { ShortenableAnswer, ToolContext } from "./context.ts";
import { byteLength, countTokens, fitsBytes, fitsTokens } from "./count-tokens.ts";
import { invalidInput } from "./tool-error.ts";

export interface Fitted<Output> {
  readonly output: Output;
  /** The compact JSON of `output`: what the model receives. */
  readonly text: string;
}

/**
 * The longest form of the answer, as `parse` checks it, of at most `maxTokens` o200k tokens. If
 * something has to be left out, more than 80 % of the budget is used, unless single parts are too
 * large for that.
 */
export async function fitToBudget<Input, Output>(
  answer: ShortenableAnswer<Input>,
  parse: (output: Input) => Output,
  maxTokens: number,
  pause: Pause,
): Promise<Fitted<Output>> {
  const at: At<Output> = async (kept) => {
    if (answer.prepare) await answer.prepare(kept);
    const pausing = pause();
    if (pausing) await pausing;
    const output = parse(answer.keep(kept));
    const pausingAgain = pause();
    if (pausingAgain) await pausingAgain;
    return { output, text: JSON.stringify(output) };
  };
  const maxBytes = maxTokens * farBeyond * bytesPerToken;
  const isLong = answer.parts > probeSize && (await isLongerThan(maxBytes, answer.parts, at));
  const made = isLong ? null : await at(answer.parts);
  const all = made && fitsBytes(made.text, maxBytes) ? made : null;
  if (all && (await fitsTokens(all.text, maxTokens, pause))) return all;
  return shorten(all, answer.parts, at, maxTokens, pause);
}

/** The answer with this many of its parts. */
type At<Output> = (kept: number) => Promise<Fitted<Output>>;

/** @param all the whole answer, unless it is far too long */
async function shorten<Output>(
  all: Fitted<Output> | null,
  parts: number,
  at: At<Output>,
  maxTokens: number,
  pause: Pause,
): Promise<Fitted<Output>> {
  // The tokens of an answer grow nearly linearly with its parts, so interpolation takes few counts;
  // bisecting in between limits them when parts are uneven.
  // An answer without any parts is never useful.
  let low = Math.min(1, parts);
  let best = await at(low);
  let lowTokens = await countTokens(best.text, pause);
  if (lowTokens > maxTokens) {
    throw invalidInput(
      `The answer does not fit into ${maxTokens} tokens: ${raisedFor(lowTokens)}ask for less.`,
    );
  }
  const [first, firstTokens] = [low, lowTokens];
  // Parts beyond twice the budget are not tried: to build all of them may take seconds.
  const nearest = () => {
    if (all) return parts;
    if (low === first) return probeSize;
    return low + Math.ceil((2 * maxTokens * (low - first)) / (lowTokens - firstTokens));
  };
  let high = parts;
  let highTokens = all ? await countTokens(all.text, pause) : maxTokens * farBeyond;
  for (let step = 0; high - low > 1; step++) {
    const share = step % 2 === 0 ? (maxTokens - lowTokens) / (highTokens - lowTokens) : 0.5;
    const wanted = Math.min(low + Math.floor((high - low) * share), nearest());
    const kept = Math.min(high - 1, Math.max(low + 1, wanted));
    const tried = await at(kept);
    const tokens = await countTokens(tried.text, pause);
    if (tokens <= maxTokens) {
      [low, lowTokens, best] = [kept, tokens, tried];
      if (tokens >= maxTokens * 0.95) break;
    } else [high, highTokens] = [kept, tokens];
  }
  if (all || low < parts - 1) return best;
  // If the first parts were the longest, the whole answer may still fit.
  const whole = await at(parts);
  return (await fitsTokens(whole.text, maxTokens, pause)) ? whole : best;
}

/**
 * Refuses a text that every answer repeats before any work is done for an answer that cannot fit.
 *
 * @param hint how to shorten it, at the end of the sentence
 * @throws {ToolError} when the text alone is too long for the budget (`invalid_input`)
 */
export async function checkRepeated(
  name: string,
  text: string,
  hint: string,
  { maxTokens, pause }: Pick<ToolContext, "maxTokens" | "pause">,
): Promise<void> {
  const json = JSON.stringify(text);
  if (await fitsTokens(json, maxTokens, pause)) return;
  const tokens = await countTokens(json, pause);
  const most = Math.floor(((maxTokens / 1.1 - otherTokens) / tokens) * text.length * 0.01) * 100;
  throw invalidInput(
    `The answer repeats the ${name}, which does not fit into ${maxTokens} tokens: ${raisedFor(tokens + otherTokens)}shorten the ${name} from ${text.length} to about ${most} characters${hint}.`,
  );
}

/** Room for the rest of an answer that repeats a text. */
const otherTokens = 300;

/** The largest budget that a caller may give. */
export const mostTokens = 10_000;

/** The offer of a larger budget, if one is large enough. */
function raisedFor(tokens: number): string {
  const enough = Math.ceil((tokens * 1.1) / 100) * 100;
  return enough > mostTokens ? "" : `raise max_tokens to ${enough}, or `;
}

const probeSize = 32;
/** In multiples of the budget. */
const farBeyond = 8;
/** Upper bound of the average over these answers. */
const bytesPerToken = 4;

/**
 * Whether an answer with this many parts exceeds `bytes`, judged by its first parts: building the
 * whole answer may take seconds.
 */
async function isLongerThan(bytes: number, parts: number, at: At<unknown>): Promise<boolean> {
  const { text } = await at(probeSize);
  return (byteLength(text) / probeSize) * parts > bytes;
}
