import { quoted } from "@emberline/tools";
import type { McpServer, ServerContext, StandardSchemaV1 } from "@modelcontextprotocol/server";
import { type Handlers, invalidParams } from "../common/handlers.ts";
import { inRequestSpan } from "../common/request-span.ts";
import { bytesOf, entryOf, type Skill, skillMimeType } from "./skills.ts";

// Names of the extension Skills (SEP-2640, Final 2026-09). The SDK's own part for it makes every
// start load its schemas and a reader of YAML.
export const skillsExtension = "io.modelcontextprotocol/skills";

/** Skills change with the program only. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** The methods that also list and read the files of skills: resources for clients of any age. */
export function withSkillResources(handlers: Handlers, skills: readonly Skill[]): Handlers {
  const { "resources/list": listOthers, "resources/read": readOther } = handlers;
  const listed = skills.map(({ uri, title, text, frontmatter: { name, description } }) => ({
    ...{ uri, name, title, description, mimeType: skillMimeType },
    size: bytesOf(text).length,
    annotations: { audience: ["assistant" as const] },
  }));
  return {
    ...handlers,
    async "resources/list"(params, run) {
      const { resources, ...others } = await listOthers!(params, run);
      return { ...others, resources: [...resources, ...listed] };
    },
    "resources/read"(params, run) {
      const skill = skills.find(({ uri }) => uri === params.uri);
      if (!skill) return readOther!(params, run);
      const { uri, text } = skill;
      return { contents: [{ uri, mimeType: skillMimeType, text }], ...cacheHint };
    },
  };
}

/** Answers the methods of the extension; a client that does not know them never asks. */
export function installSkills({ server }: McpServer, skills: readonly Skill[]): void {
  const isModern = () => (server.getNegotiatedProtocolVersion() ?? "") >= "2026-07-28";
  const answer = (
    method: string,
    result: (params: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>,
  ) =>
    server.setRequestHandler(method, { params: anyObject }, (params, ctx: ServerContext) =>
      inRequestSpan({ method }, ctx, async () => ({
        ...(await result(params)),
        ...(isModern() && cacheHint),
      })),
    );
  answer("skills/list", async ({ cursor }) => {
    if (cursor !== undefined && cursor !== null)
      throw invalidParams("skills/list has one page: leave cursor out.");
    return { skills: await Promise.all(skills.map(entryOf)) };
  });
  answer("skills/get", async ({ uri }) => {
    const skill = skills.find((each) => each.uri === uri);
    if (skill) return { skill: await entryOf(skill) };
    const uris = skills.map((each) => each.uri).join(", ") || "none";
    throw invalidParams(
      typeof uri === "string"
        ? `No skill is served at ${quoted(uri, 200)}. The skills are ${uris}.`
        : `skills/get needs uri, the URI of a skill: ${uris}.`,
    );
  });
}

/** Any parameters: the methods say themselves what is wrong. */
const anyObject: StandardSchemaV1<unknown, Readonly<Record<string, unknown>>> = {
  "~standard": {
    version: 1,
    vendor: "emberline",
    validate: (value) => ({ value: (value ?? {}) as Readonly<Record<string, unknown>> }),
  },
};
