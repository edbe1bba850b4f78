import { catalogue, firstTools } from "@emberline/tools";
import type { Question } from "./question.ts";

/** How many tools a host loads for one search. */
const maxFound = 5;

/** BM25's usual saturation of a word's frequency, and its correction for long texts. */
const [k1, b] = [1.2, 0.75];

/** NLTK's English stop words, which searches by words usually leave out. */
const stopWords: ReadonlySet<string> = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she
  her hers herself it its itself they them their theirs themselves what which who whom this that
  these those am is are was were be been being have has had having do does did doing a an the and
  but if or because as until while of at by for with about against between into through during
  before after above below to from up down in out on off over under again further then once here
  there when where why how all any both each few more most other some such no nor not only own same
  so than too very s t can will just don should now`.split(/\s+/),
);

/** Words without their endings, as stemmers leave them. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !stopWords.has(word))
    .map((word) => word.replace(/(?<=\p{L}{4})(ions?|ing|ed|es|e)$|(?<=\p{L}{3})s$/u, ""));
}

const indexed = catalogue.map(({ name, title, description }) => ({
  name,
  words: wordsOf([name.replaceAll("_", " "), title, description].join(" ")),
}));

const meanLength = indexed.reduce((sum, { words }) => sum + words.length, 0) / indexed.length;

/** How much a word tells of a text, by BM25. */
function weight(word: string, words: readonly string[]): number {
  const times = words.filter((each) => each === word).length;
  const having = indexed.filter((each) => each.words.includes(word)).length;
  const rarity = Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5));
  return (rarity * times * (k1 + 1)) / (times + k1 * (1 - b + (b * words.length) / meanLength));
}

/** The tools that a search of names, titles and descriptions by words finds, the best first. */
export function searchTools(query: string): readonly string[] {
  const asked = [...new Set(wordsOf(query))];
  return indexed
    .map(({ name, words }) => ({
      name,
      score: asked.reduce((sum, word) => sum + weight(word, words), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxFound)
    .map(({ name }) => name);
}

/** The tool that the reference route of a question calls first. */
async function firstTool({ id, route }: Question): Promise<string> {
  let first: string | undefined;
  await route((tool) => {
    first ??= tool;
    return Promise.reject(new Error("Only the name of the first tool is asked for."));
  }).catch(() => {});
  if (first === undefined) throw new Error(`The route of ${id} calls no tool.`);
  return first;
}

/** A question whose first tool is not among those that its words find. */
interface Missed {
  readonly id: string;
  readonly tool: string;
  readonly found: readonly string[];
}

/** Searches for the first tool of each question by the question's words. */
export async function missedTools(questions: readonly Question[]): Promise<readonly Missed[]> {
  const missed: Missed[] = [];
  let asked = "";
  for (const question of questions) {
    const { id, ask } = question;
    // What follows on is asked in the same conversation.
    asked = ask.startsWith("And ") ? `${asked} ${ask}` : ask;
    const [tool, found] = [await firstTool(question), searchTools(asked)];
    if (!found.includes(tool)) missed.push({ id, tool, found });
  }
  return missed;
}

/** One line per question whose first tool is not found, and a summary line. */
export function reportMissed(count: number, missed: readonly Missed[]): string {
  // Hosts that honour `anthropic/alwaysLoad` have these without a search.
  const searched = missed.filter(({ tool }) => !firstTools.has(tool));
  const share = (some: number) => `${some} of ${count} (${((some * 100) / count).toFixed(1)} %)`;
  return [
    ...missed.map(
      ({ id, tool, found }) => `${id}: ${tool} is not in ${found.join(", ") || "none"}`,
    ),
    `deferred: the first tool is found by ${share(count - missed.length)} questions, or loaded at once for ${share(count - searched.length)}`,
  ].join("\n");
}
