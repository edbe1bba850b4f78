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

const maxCandidates = 3;

/** The names that a misspelt one may mean, the nearest first. */
export function closest(name: string, names: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const limit = Math.max(2, Math.ceil(wanted.length / 3));
  return names
    .map((each) => ({ each, edits: editsFrom(wanted, each.toLowerCase()) }))
    .filter(({ each, edits }) => edits <= limit || sharesWord(wanted, each))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, maxCandidates)
    .map(({ each }) => each);
}

function sharesWord(name: string, other: string): boolean {
  const words = new Set(name.split(/[\W_]+/).filter((word) => word.length > 3));
  return other
    .toLowerCase()
    .split("_")
    .some((word) => words.has(word));
}

/** How many letters to insert, delete or replace (Levenshtein). */
function editsFrom(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

export function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}
