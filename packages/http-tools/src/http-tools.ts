import { describeTool } from "@emberline/tools";
import { type Context, Hono } from "hono";
import { answerCalls } from "./calls/answer-calls.ts";
import { counted } from "./counted.ts";
import { flagOf } from "./flag.ts";
import { MemoryIdempotency } from "./idempotency/memory-idempotency.ts";
import { listTools, preparedJson } from "./listing.ts";
import { oneCall } from "./one-call.ts";
import { openApiDocument } from "./openapi.ts";
import type { HttpToolsOptions } from "./options.ts";
import { problem } from "./problem.ts";
import { problemPages } from "./problem-pages.ts";
import { limitBody } from "./read-body.ts";
import { requestIds } from "./request-id.ts";
import { unknownTool } from "./unknown-tool.ts";

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
  // A key is for one request, whatever its path.
  const options = { ...given, idempotency: given.idempotency ?? new MemoryIdempotency() };
  const { tools, unlisted = [], version, pictures = [] } = options;
  const byName = new Map([...tools, ...unlisted].map((tool) => [tool.name, tool]));
  const pictureTypes = pictures.map(({ mimeType }) => mimeType);
  const serveOpenApi = preparedJson(openApiDocument(tools, version, pictureTypes));
  const serveTool = new Map(tools.map((tool) => [tool.name, preparedJson(describeTool(tool))]));
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
