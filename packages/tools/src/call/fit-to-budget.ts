import type { Pause } from "@emberline/turns";
import type { ShortenableAnswer, ToolContext } from "./context.ts";
import { countTokens, fitsBytes, fitsTokens, isSurelyWithin } from "./count-tokens.ts";
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
  const known = new Map<string, number>();
  const at = async (kept: number): Promise<Fitted<Output>> => {
    if (answer.prepare) await answer.prepare(kept);
    const pausing = pause();
    if (pausing) await pausing;
    const output = parse(answer.keep(kept));
    const pausingAgain = pause();
    if (pausingAgain) await pausingAgain;
    return { output, text: JSON.stringify(output) };
  };
  const toTried = async (parts: number, made: Fitted<Output>): Promise<Tried<Output>> => {
    const isFar = parts > 1 && !fitsBytes(made.text, maxTokens * farBeyond * bytesPerToken);
    const tokens = isFar ? maxTokens * farBeyond : await countTokens(made.text, pause, known);
    return { made, parts, tokens };
  };
  const tryAt = async (parts: number) => toTried(parts, await at(parts));

  const { parts } = answer;
  // To build all parts may take seconds: the first ones show whether it can be worth it.
  const probe = parts > probeSize ? await tryAt(probeSize) : null;
  const tried = probe ? [probe] : [];
  if (!probe || (probe.tokens / probeSize) * parts <= maxTokens * perhapsWithin) {
    const all = await at(parts);
    if (isSurelyWithin(all.text, maxTokens)) return all;
    tried.push(await toTried(parts, all));
  }
  return shorten(tried, parts, maxTokens, tryAt);
}

/** An answer with some of its parts. */
interface Tried<Output> {
  readonly made: Fitted<Output>;
  readonly parts: number;
  /** Those far beyond the budget are not counted. */
  readonly tokens: number;
}

/** @param tried what was tried already, by its parts */
async function shorten<Output>(
  tried: readonly Tried<Output>[],
  parts: number,
  maxTokens: number,
  tryAt: (parts: number) => Promise<Tried<Output>>,
): Promise<Fitted<Output>> {
  const isWithin = ({ tokens }: Tried<Output>) => tokens <= maxTokens;
  const longest = tried.findLast(isWithin);
  if (longest?.parts === parts) return longest.made;
  // An answer without any parts is never useful.
  const first = await tryAt(Math.min(1, parts));
  if (!isWithin(first)) {
    throw invalidInput(
      `The answer does not fit into ${maxTokens} tokens: ${raisedFor(first.tokens)}ask for less.`,
    );
  }
  let before = first;
  let low = longest ?? first;
  let high = tried.find((each) => !isWithin(each));
  // The middle of what is enough, so that mostly the first try is.
  const aim = maxTokens * ((1 + enough) / 2);
  const highest = () => (high ? high.parts - 1 : parts);
  for (let step = 0; low.parts < highest() && low.tokens < maxTokens * enough; step++) {
    // The tokens of an answer grow nearly linearly with its parts, so few tries are enough;
    // bisecting in between limits them when parts are uneven.
    const [from, to] = high ? [low, high] : [before, low];
    const perPart = Math.max(0, to.tokens - from.tokens) / (to.parts - from.parts);
    const isBisecting = high !== undefined && step % 2 === 1;
    const more = isBisecting ? (highest() - low.parts) / 2 : (aim - low.tokens) / perPart;
    const most = Math.min(highest(), low.parts * farBeyond);
    const next = await tryAt(Math.min(most, low.parts + Math.max(1, Math.floor(more))));
    if (isWithin(next)) [before, low] = [low, next];
    else high = next;
  }
  return low.made;
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
  const raised = Math.ceil((tokens * 1.1) / 100) * 100;
  return raised > mostTokens ? "" : `raise max_tokens to ${raised}, or `;
}

const probeSize = 32;
/** Up to this multiple of the budget, estimated by the first parts, the whole answer is tried. */
const perhapsWithin = 1.5;
/** A larger share of the budget is not looked for. */
const enough = 0.95;
/** In multiples of the budget. */
const farBeyond = 8;
/** Upper bound of the average over these answers. */
const bytesPerToken = 4;
