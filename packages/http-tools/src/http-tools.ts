import { describeTool, didYouMean } from "@emberline/tools";
import { type Context, Hono } from "hono";
import { listTools, preparedJson } from "./listing.ts";
import { oneCall } from "./one-call.ts";
import { openApiDocument } from "./openapi.ts";
import type { HttpToolsOptions } from "./options.ts";
import { problem } from "./problem.ts";
import { problemPages } from "./problem-pages.ts";
import { limitBody } from "./read-body.ts";

/**
 * The tools over HTTP: `GET /tools` lists them (`?format=` in a model provider's format),
 * `POST /tools/{name}` calls one with a JSON object of arguments, `GET /openapi.json` describes
 * both. The answer is JSON, or a picture if the tool draws one and `Accept` prefers one of the
 * `pictures`. Errors are problem details (RFC 9457).
 */
export function createHttpTools(options: HttpToolsOptions): Hono {
  const { tools, version, pictures = [] } = options;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const pictureTypes = pictures.map(({ mimeType }) => mimeType);
  const serveOpenApi = preparedJson(openApiDocument(tools, version, pictureTypes));
  const serveTool = new Map(tools.map((tool) => [tool.name, preparedJson(describeTool(tool))]));
  const answerCall = oneCall(options);

  const unknownTool = (name: string) => {
    const names = [...byName.keys()];
    return problem(
      "not_found",
      `There is no tool ${JSON.stringify(name.slice(0, 100))}.${didYouMean(name, names)} The tools are ${names.join(", ")}.`,
    );
  };

  const app = new Hono();
  app.get("/tools", listTools(tools));
  app.get("/openapi.json", serveOpenApi);
  app.all("/tools", wrongMethod("GET, HEAD"));
  app.all("/openapi.json", wrongMethod("GET, HEAD"));

  app.get("/tools/:name", (c) => {
    const name = c.req.param("name");
    return serveTool.get(name)?.(c) ?? unknownTool(name);
  });
  app.post("/tools/:name", limitBody, (c) => {
    const tool = byName.get(c.req.param("name"));
    return tool ? answerCall(c, tool) : unknownTool(c.req.param("name"));
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
