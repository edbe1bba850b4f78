import { clients } from "../../playground/src/connect/clients.ts";
import type { Snippet } from "../../playground/src/connect/hosts.ts";

/** Of a server that plain `npm start` has started. */
export const address = "http://127.0.0.1:3000";

/** What the playground's Connect panel gives to copy, for a server on this machine. */
export function connectSnippets(): string {
  return clients
    .map(({ name, snippets }) => {
      const parts = snippets({ address, needsKey: false }).map(snippetText);
      return `### ${name}\n\n${parts.join("\n\n")}`;
    })
    .join("\n\n");
}

/** As a document has it: its label, then its lines. */
export function snippetText({ label, text }: Snippet): string {
  return `${label}:\n\n\`\`\`${languageOf(label)}\n${text}\n\`\`\``;
}

function languageOf(label: string): string {
  if (label.includes(".json")) return "json";
  if (label.includes(".yaml")) return "yaml";
  if (label.includes(".toml")) return "toml";
  if (label.startsWith("TypeScript")) return "ts";
  return label === "Terminal" ? "sh" : "text";
}
