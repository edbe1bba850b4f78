import type { Tool } from "../server/api.ts";

interface ToolGroup {
  /** The question that its tools answer. */
  readonly question: string;
  readonly tools: readonly Tool[];
}

/** As the table of `docs/tools.md` has them. */
const table: readonly (readonly [question: string, names: readonly string[]])[] = [
  ["Which data exists, and how to query it", ["list_collections", "describe_collection"]],
  ["Which detections, perimeters, heat sources", ["query_features", "get_feature"]],
  ["How many, how strong, how large, how many fires", ["summarize_features"]],
  ["What is happening around a place", ["assess_location"]],
  ["Everything about one fire, by name", ["assess_fire"]],
  ["What changed", ["compare_periods"]],
  ["What is forecast", ["list_simulations"]],
  ["Where is a place", ["find_place"]],
  ["A picture, a file", ["show_map", "export_features"]],
];

/** The tools by the question that they answer; those that no question names come last. */
export function groupsOf(tools: readonly Tool[]): ToolGroup[] {
  const known = new Set(table.flatMap(([, names]) => names));
  const groups = table.map(([question, names]) => ({
    question,
    tools: names.flatMap((name) => tools.filter((tool) => tool.name === name)),
  }));
  const others = { question: "More", tools: tools.filter(({ name }) => !known.has(name)) };
  return [...groups, others].filter((group) => group.tools.length > 0);
}

/** The tools that have every word of a search in their name, title or description. */
export function search(tools: readonly Tool[], text: string): readonly Tool[] {
  const words = text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
  return tools.filter(({ name, title, description }) => {
    const haystack = `${name} ${name.replaceAll("_", " ")} ${title} ${description}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

export function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}
