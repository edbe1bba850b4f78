import type { Tool, ToolSet } from "./system.ts";

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

/** The tools that a search of names, titles and descriptions by words finds, the best first. */
export function searchTools<Found extends Pick<Tool, "name" | "title" | "description">>(
  tools: readonly Found[],
  query: string,
): readonly Found[] {
  const indexed = tools.map((tool) => ({
    tool,
    words: wordsOf([tool.name.replaceAll("_", " "), tool.title ?? "", tool.description].join(" ")),
  }));
  const meanLength = indexed.reduce((sum, { words }) => sum + words.length, 0) / indexed.length;
  const weight = (word: string, words: readonly string[]) => {
    const times = words.filter((each) => each === word).length;
    const having = indexed.filter((each) => each.words.includes(word)).length;
    const rarity = Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5));
    return (rarity * times * (k1 + 1)) / (times + k1 * (1 - b + (b * words.length) / meanLength));
  };
  const asked = [...new Set(wordsOf(query))];
  return indexed
    .map(({ tool, words }) => ({
      tool,
      score: asked.reduce((sum, word) => sum + weight(word, words), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxFound)
    .map(({ tool }) => tool);
}

const searchTool: Tool = {
  name: "search_tools",
  description:
    "Finds tools by words and loads the best five of them, which can be called from then on.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string", description: "Words of what the tool should do" } },
    required: ["query"],
  },
};

/** Tools that a conversation has only after it has searched for them, as hosts do. */
export function behindSearch(inner: ToolSet): ToolSet {
  const loaded = new Map<string, Tool>();
  return {
    ...(inner.instructions !== undefined && { instructions: inner.instructions }),
    tools: () => [searchTool, ...loaded.values()],
    async call(name, input) {
      if (name !== searchTool.name) {
        return loaded.has(name)
          ? inner.call(name, input)
          : { text: `${name} is not loaded: call ${searchTool.name} first.`, isError: true };
      }
      const found = searchTools(inner.tools(), String(input.query));
      for (const tool of found) loaded.set(tool.name, tool);
      const names = found.map((tool) => tool.name).join(", ");
      return { text: names ? `Loaded: ${names}` : "No tool has these words.", isError: false };
    },
  };
}
