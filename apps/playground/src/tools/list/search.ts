import type { Tool } from "../../server/api.ts";

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
