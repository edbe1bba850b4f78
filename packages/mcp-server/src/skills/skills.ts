import { callText, offeredPrompts, type Prompt } from "../prompts/prompts.ts";

/** An Agent Skill (https://agentskills.io/specification) of one file. */
export interface Skill {
  readonly frontmatter: Readonly<Record<string, string>> & {
    readonly name: string;
    readonly description: string;
  };
  readonly title: string;
  /** Of its file over MCP. */
  readonly uri: string;
  /** Its file, SKILL.md. */
  readonly text: string;
}

export const skillMimeType = "text/markdown";

/** How a host verifies the files of a skill that it reads. */
export interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: Skill["frontmatter"];
  readonly resources: readonly [
    { readonly uri: string; readonly digest: string; readonly size: number },
  ];
}

/** The skills whose tools are all offered: what the prompts ask, for a model that sees the need. */
export function offeredSkills(isOffered: (tool: string) => boolean): readonly Skill[] {
  return offeredPrompts(isOffered).flatMap((prompt) => toSkill(prompt) ?? []);
}

function toSkill(prompt: Prompt): Skill | undefined {
  const { title, description, skill } = prompt;
  if (!skill) return undefined;
  const { name, when } = skill;
  const placeholders = Object.fromEntries(
    prompt.arguments.flatMap((each) => (each.required ? [[each.name, `<${each.name}>`]] : [])),
  );
  const calls = prompt.calls(placeholders);
  const tools = [...new Set(calls.map(({ tool }) => tool))];
  const frontmatter = {
    name,
    description: `${description}, by the tools of the MCP server Emberline. Use it when ${when}.`,
    license: "Apache-2.0",
    compatibility: `Needs the MCP server Emberline with its tools ${tools.join(", ")}.`,
  };
  const given = prompt.arguments.map((each) =>
    each.required
      ? `- \`<${each.name}>\`: ${each.description}`
      : `- \`${each.name}\`, if asked for, as an argument of the calls: ${each.description}`,
  );
  return {
    frontmatter,
    title,
    uri: `skill://${name}/SKILL.md`,
    text: [
      "---",
      ...Object.entries(frontmatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
      "---",
      "",
      `# ${title}`,
      "",
      `${description}.`,
      "",
      ...given,
      "",
      "## Calls",
      "",
      "Of the MCP server Emberline, in this order; hosts may put a prefix before the names. Without one of these tools or the server, say so instead of answering from memory.",
      "",
      ...calls.map((call, i) => `${i + 1}. ${callText(call, "`")}`),
      "",
      "## Answer",
      "",
      prompt.answer,
      "",
      "## Cautions",
      "",
      ...prompt.cautions.map((caution) => `- ${caution}`),
      "",
    ].join("\n"),
  };
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

const entries = new WeakMap<Skill, Promise<SkillEntry>>();

/** The entry of a skill, made once. */
export function entryOf(skill: Skill): Promise<SkillEntry> {
  const known = entries.get(skill);
  if (known) return known;
  const entry = toEntry(skill);
  entries.set(skill, entry);
  return entry;
}

async function toEntry({ uri, text, frontmatter }: Skill): Promise<SkillEntry> {
  const bytes = bytesOf(text);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digest = `sha256:${[...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  return { uri, frontmatter, resources: [{ uri, digest, size: bytes.length }] };
}
