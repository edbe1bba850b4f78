import { chooseTools, describeTool, type Tool } from "@emberline/tools";
import type { Context, Handler } from "hono";
import { jsonType } from "./answers.ts";
import { counted } from "./counted.ts";
import { flagOf } from "./flag.ts";
import { prepared } from "./prepared.ts";
import { providerFormats } from "./providers/formats.ts";
import { wrongName, wrongParameter } from "./wrong-name.ts";

/** Another key may see other tools, so only the caller's own cache may keep the answer. */
const headers = {
  "content-type": jsonType,
  "cache-control": "private, no-cache",
  vary: "authorization",
};

/** A JSON document that is the same for all requests of a caller. */
export function preparedJson(document: unknown): (c: Context) => Promise<Response> {
  return prepared(JSON.stringify(document), headers);
}

/** All formats of the usual choices; a program that asks for many others prepares them again. */
const maxPrepared = 64;

/**
 * Answers `GET /tools`: the tools, or those of `?toolsets=` and `?tools=`, with JSON Schemas or in
 * a model provider's format. Each list is prepared when it is first asked for.
 */
export function listTools(tools: readonly Tool[]): Handler {
  const known = new Map<string, (c: Context) => Promise<Response>>();
  const choices: Record<string, readonly string[]> = {
    format: [...providerFormats.keys()],
    toolsets: [...new Set(tools.map(({ toolset }) => toolset))],
    tools: tools.map(({ name }) => name),
  };
  return async (c) => {
    const { count_tokens: _, ...queries } = c.req.queries();
    const isCounted = flagOf(c, "count_tokens");
    if (isCounted instanceof Response) return isCounted;
    const refusal = wrongParameter(queries, Object.keys(choices), ["toolsets", "tools"]);
    if (refusal) return refusal;
    const given = new Map<string, readonly string[]>();
    for (const [parameter, values] of Object.entries(queries)) {
      const names = parameter === "format" ? values : values.flatMap(splitNames);
      const right = choices[parameter]!;
      const wrong = names.find((each) => !right.includes(each));
      if (wrong !== undefined) return wrongName(nouns[parameter]!, wrong, right);
      given.set(parameter, names);
    }
    const [format] = given.get("format") ?? [];
    const chosen = chooseTools(tools, {
      toolsets: given.get("toolsets") as Tool["toolset"][] | undefined,
      tools: given.get("tools"),
    });
    const key = [format ?? "", ...chosen.map(({ name }) => name)].join();
    let serve = known.get(key);
    if (!serve) {
      const listed = chosen.map(describeTool);
      const toFormat = format === undefined ? undefined : providerFormats.get(format);
      serve = preparedJson({ tools: toFormat ? toFormat(listed) : listed });
      if (known.size >= maxPrepared) known.delete(known.keys().next().value!);
      known.set(key, serve);
    }
    const answer = await serve(c);
    return isCounted ? counted(answer) : answer;
  };
}

function splitNames(list: string): readonly string[] {
  return list.split(",").map((each) => each.trim());
}

const nouns: Readonly<Record<string, readonly [singular: string, plural: string]>> = {
  format: ["format", "formats"],
  toolsets: ["toolset", "toolsets"],
  tools: ["tool", "tools"],
};
