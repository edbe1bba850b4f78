import type { Tool } from "../server/api.ts";
import type { Example } from "./examples.ts";

/** What works without a model for a question in one's own words. */
interface Alternatives {
  readonly examples: readonly Example[];
  readonly tools: readonly Tool[];
}

/** Words that say nothing about what is asked. */
const emptyWords =
  /^(?:a|an|and|any|are|at|by|can|did|do|does|fires?|for|from|has|have|how|i|in|is|it|me|my|near|of|on|or|please|show|tell|that|the|there|this|to|was|were|what|when|where|which|who|why|with|you)$/;

/** The examples and tools that share most words with a question; the first ones if none does. */
export function alternativesFor(question: string, { examples, tools }: Alternatives): Alternatives {
  const words = wordsOf(question);
  return {
    examples: nearest(examples, words, (each) => [each.question]).slice(0, 2),
    // A word of a title counts once more than one of a description.
    tools: nearest(tools, words, ({ title, description }) => [
      title,
      `${title} ${description}`,
    ]).slice(0, 3),
  };
}

/** The tools whose name or title has what was typed after the slash. */
export function toolsMatching(tools: readonly Tool[], typed: string): readonly Tool[] {
  const wanted = typed.replace(/^\//, "").trim().toLowerCase().replaceAll(" ", "_");
  return tools.filter(
    ({ name, title }) =>
      name.toLowerCase().includes(wanted) ||
      title.toLowerCase().replaceAll(" ", "_").includes(wanted),
  );
}

function nearest<Each>(
  all: readonly Each[],
  words: readonly string[],
  textsOf: (each: Each) => readonly string[],
): Each[] {
  const scored = all.map((each) => {
    const known = textsOf(each).map((text) => new Set(wordsOf(text)));
    const hits = known.map((text) => words.filter((word) => text.has(word)).length);
    return { each, score: hits.reduce((sum, count) => sum + count, 0) };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ each }) => each);
}

/** Words without their plural. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? [])
    .filter((word) => !emptyWords.test(word))
    .map((word) => word.replace(/(?<=...)s$/, ""));
}
