import { readFileSync } from "node:fs";
import { offeredSkills } from "@emberline/mcp-server";
import { settings as mcpSettings } from "@emberline/mcp-server/program";
import { markdownTable } from "@emberline/settings";
import { settings as serverSettings } from "emberline";
import {
  clientsSettings,
  importSettings,
  serveSettings,
} from "../../../packages/reference-service/src/program/settings.ts";
import { clientTypes } from "./client-types.ts";
import { connectSnippets } from "./connect.ts";
import { connectTable, installButtons, transcript } from "./readme.ts";
import { withPart } from "./sections.ts";
import { toolList, toolPages } from "./tool-pages.ts";

/** The folder of the documents. */
export const folder = new URL("../../../docs/", import.meta.url);

/** All that is made, wholly or in parts, from the programs: contents by path. */
export async function madeDocuments(): Promise<Map<string, string>> {
  const files = new Map([["../packages/client/src/tool-types.ts", clientTypes()]]);
  for (const [name, text] of await toolPages()) files.set(`tools/${name}`, text);
  for (const { frontmatter, text } of offeredSkills(() => true))
    files.set(`../skills/${frontmatter.name}/SKILL.md`, text);
  const parts: readonly [path: string, name: string, content: string][] = [
    ["../README.md", "transcript", await transcript()],
    ["../README.md", "connect", connectTable()],
    ["../README.md", "install", installButtons()],
    ["tools.md", "tools", toolList()],
    ["connect.md", "clients", connectSnippets()],
    ["operate.md", "server", markdownTable(serverSettings)],
    ["operate.md", "mcp", markdownTable(mcpSettings)],
    ["operate.md", "service", markdownTable(serveSettings)],
    ["operate.md", "import", markdownTable(importSettings)],
    ["operate.md", "api-clients", markdownTable(clientsSettings)],
  ];
  for (const [path, name, content] of parts) {
    const text = files.get(path) ?? readFileSync(new URL(path, folder), "utf8");
    files.set(path, withPart(text, name, `\n${content}\n`));
  }
  return files;
}
