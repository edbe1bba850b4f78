import { address } from "../generate/connect.ts";
import type { Group } from "./contents.ts";
import { documentLink } from "./links.ts";
import type { RenderedPage } from "./render.ts";

/** The file of a document in Markdown, below `/docs/`. */
export function markdownName(path: string): string {
  return `${path === "" ? "README" : path}.md`;
}

/** A document for programs: its own text, in which links lead to documents or to the repository. */
export function markdownOf(path: string, text: string): string {
  return text.replaceAll(/\]\(([^)\s]+)\)/g, (_, href) => `](${documentLink(path, href)})`);
}

/** The list of all documents for programs (https://llmstxt.org). */
export function llmsText(
  groups: readonly Group[],
  pageOf: (path: string) => Pick<RenderedPage, "title" | "description">,
): string {
  const parts = groups.map(({ title, entries }) => {
    const links = entries.map(({ path }) => {
      const { title: name, description } = pageOf(path);
      const link = `- [${name}](${address}/docs/${markdownName(path)})`;
      return description === name ? link : `${link}: ${description}`;
    });
    return `## ${title}\n\n${links.join("\n")}\n`;
  });
  return [
    "# Emberline\n",
    `> ${pageOf("").description}\n`,
    `The server speaks MCP at ${address}/mcp and HTTP at ${address}/tools, which ${address}/openapi.json describes.\n`,
    ...parts,
  ].join("\n");
}
