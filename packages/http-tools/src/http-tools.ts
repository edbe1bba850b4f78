import { chooseTools, type Tool } from "@emberline/tools";
import { type Context, type Handler, Hono } from "hono";
import { answerCalls } from "./calls/answer-calls.ts";
import { counted, jsonType, oneCall } from "./calls/one-call.ts";
import type { HttpToolsOptions } from "./calls/options.ts";
import { describe } from "./common/describe.ts";
import { problem, unknownTool, wrongName, wrongParameter } from "./common/problems.ts";
import { flagOf, limitBody, requestIds } from "./common/read-body.ts";
import { MemoryIdempotency } from "./idempotency/memory-idempotency.ts";
import { openApiDocument } from "./openapi.ts";
import { prepared, problemPages } from "./problem-pages.ts";
import { providerFormats } from "./providers/formats.ts";

/** Fits the longest filter and cursor, and keeps many concurrent bodies in memory. */
const maxArgumentBytes = 256 * 1024;
/** A response of a model has its reasoning too. */
const maxTurnBytes = 1024 * 1024;

/**
 * The tools over HTTP: `GET /tools` lists them (`?format=` in a model provider's format),
 * `POST /tools/{name}` calls one with a JSON object of arguments, `POST /tools/call` runs the calls
 * of a model's turn and returns the messages to append, `GET /openapi.json` describes all. Errors
 * are problem details (RFC 9457).
 */
export function createHttpTools(given: HttpToolsOptions): Hono {
  const options = {
    ...given,
    context: { ...given.context, offered: given.tools.map(({ name }) => name) },
    // A key is for one request, whatever its path.
    idempotency: given.idempotency ?? new MemoryIdempotency(),
  };
  const { tools, unlisted = [], version, pictures = [] } = options;
  const byName = new Map([...tools, ...unlisted].map((tool) => [tool.name, tool]));
  const pictureTypes = pictures.map(({ mimeType }) => mimeType);
  const serveOpenApi = preparedJson(openApiDocument(tools, version, pictureTypes));
  const serveTool = new Map(tools.map((tool) => [tool.name, preparedJson(describe(tool))]));
  const answerCall = oneCall(options);

  const noTool = (name: string) => problem("not_found", unknownTool(name, [...serveTool.keys()]));

  const app = new Hono();
  app.use(requestIds);
  app.get("/tools", listTools(tools));
  app.get("/openapi.json", serveOpenApi);
  app.all("/tools", wrongMethod("GET, HEAD"));
  app.all("/openapi.json", wrongMethod("GET, HEAD"));

  app.post("/tools/call", limitBody(maxTurnBytes), answerCalls(options));
  app.all("/tools/call", wrongMethod("POST"));
  app.get("/tools/:name", (c) => {
    const name = c.req.param("name");
    return serveTool.get(name)?.(c) ?? noTool(name);
  });
  app.post("/tools/:name", limitBody(maxArgumentBytes), async (c) => {
    const tool = byName.get(c.req.param("name"));
    if (!tool) return noTool(c.req.param("name"));
    const isCounted = flagOf(c, "count_tokens");
    if (isCounted instanceof Response) return isCounted;
    const answer = await answerCall(c, tool);
    return isCounted ? counted(answer) : answer;
  });
  app.all("/tools/:name", wrongMethod("GET, HEAD, POST"));
  app.route("/", problemPages());
  return app;
}

function wrongMethod(allow: string) {
  return (c: Context) =>
    problem("method_not_allowed", `${c.req.method} is not allowed here: use ${allow}.`, {
      allow,
    });
}

/** Another key may see other tools, so only the caller's own cache may keep the answer. */
const headers = {
  "content-type": jsonType,
  "cache-control": "private, no-cache",
  vary: "authorization",
};

/** A JSON document that is the same for all requests of a caller. */
function preparedJson(document: unknown): (c: Context) => Promise<Response> {
  return prepared(JSON.stringify(document), headers);
}

/** All formats of the usual choices; a program that asks for many others prepares them again. */
const maxPrepared = 64;

/**
 * Answers `GET /tools`: the tools, or those of `?toolsets=` and `?tools=`, with JSON Schemas or in
 * a model provider's format. Each list is prepared when it is first asked for.
 */
function listTools(tools: readonly Tool[]): Handler {
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
      const listed = chosen.map(describe);
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
