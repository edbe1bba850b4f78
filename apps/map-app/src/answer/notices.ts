import type { JsonObject } from "./json.ts";
import { noticesOf } from "./tables.ts";

/** The notices of an answer by whom they are for. */
interface Notices {
  /** What a person must know before acting on the answer. */
  readonly safety: readonly string[];
  /** What else a person should know: sources, what the answer leaves out. */
  readonly data: readonly string[];
  /** What only a model needs: how to word its next call, or its reply. */
  readonly advice: readonly string[];
}

const safety =
  /\bsafe\b|not (?:a |one )?fires?\b|synthetic|forecasts|could not be|cannot be distinguished|data ends|\bskipped\b|not known|(?:may|some) (?:be |are )?miss|incomplete|in part|stopped|\bold\.|does not offer|not growth|may belong|may lie|no observations|is read only|not the power|must not be added|counts? a fire each time|no fire: each/i;

const advice =
  /max_tokens|next_cursor|since_cursor|Say so to the user|in properties\.|near does not accept/i;

/** A tail that tells a model how to word its call. */
const tail =
  /^(.+?)(?:: | \()(?:raise|list|select|use|write|omit|give|try|name|next_cursor|latest_per_fire)\b.*?\)?\.$/i;

/** Sorts the sentences of an answer's notices. Each stays under the notice that it belongs to. */
export function sortNotices(answer: JsonObject): Notices {
  const sorted = { safety: [] as string[], data: [] as string[], advice: [] as string[] };
  for (const notice of noticesOf(answer)) {
    const parts = sentencesOf(notice).map(partsOf);
    const people = parts.flatMap(({ fact }) => fact ?? []).join(" ");
    if (people !== "") sorted[safety.test(people) ? "safety" : "data"].push(people);
    for (const { advice } of parts) if (advice) sorted.advice.push(advice);
  }
  return sorted;
}

/** A sentence's part for people and, if it advises a model, the whole of it. */
function partsOf(sentence: string): { fact: string | null; advice: string | null } {
  if (!advice.test(sentence) && !/latest_per_fire: false/.test(sentence)) {
    return { fact: sentence, advice: null };
  }
  const fact = tail.exec(sentence)?.[1];
  const isFact = fact !== undefined && !advice.test(fact) && !/^More properties/.test(fact);
  return { fact: isFact ? `${fact}.` : null, advice: sentence };
}

/** Sentences end before a capital letter; "4.0, with" and "svc:x. y" do not end one. */
function sentencesOf(notice: string): string[] {
  return notice.split(/(?<=[.!?]) (?=\p{Lu})/u);
}

/** Tools that read features, so that an empty answer could be taken for the absence of fire. */
export const readingTools = [
  "query_features",
  "summarize_features",
  "assess_location",
  "assess_fire",
  "compare_periods",
  "show_map",
];

/** Whether an answer found nothing. */
export function isEmptyAnswer({ matched, rows, compared }: JsonObject): boolean {
  if (typeof matched === "number") return matched === 0;
  return compared !== undefined && Array.isArray(rows) && rows.length === 0;
}

/** What people must know of an answer; of an empty one always that it does not prove safety. */
export function safetyNotices(tool: string, answer: JsonObject): readonly string[] {
  const { safety } = sortNotices(answer);
  const isSaid = safety.some((notice) => /\bsafe\b/i.test(notice));
  if (isSaid || !readingTools.includes(tool) || !isEmptyAnswer(answer)) return safety;
  return [...safety, "No match does not mean that the place was observed or is safe."];
}
