import {
  type Attachment,
  type CallContext,
  callTool,
  describeTool,
  didYouMean,
  type PictureFormat,
  type Tool,
} from "@emberline/tools";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { bodyLimit } from "hono/body-limit";
import { openApiDocument } from "./openapi.ts";
import { problem, toolProblem } from "./problem.ts";
import { providerFormats } from "./providers/formats.ts";

export interface HttpToolsOptions {
  readonly tools: readonly Tool[];
  readonly context: Omit<CallContext, "signal">;
  /** Request-specific additions to `context`. */
  readonly forRequest?: (c: Context) => Partial<CallContext>;
  readonly version: string;
  /** The picture formats that `Accept` can select; default none. */
  readonly pictures?: readonly PictureFormat[];
}

/** Fits the longest filter and cursor, and keeps many concurrent bodies in memory. */
const maxBodyBytes = 256 * 1024;
const jsonType = "application/json";

/**
 * The tools over HTTP: `GET /tools` lists them (`?format=` in a model provider's format),
 * `POST /tools/{name}` calls one with a JSON object of arguments, `GET /openapi.json` describes
 * both. The answer is JSON, or a picture if the tool draws one and `Accept` prefers one of the
 * `pictures`. Errors are problem details (RFC 9457).
 */
export function createHttpTools(options: HttpToolsOptions): Hono {
  const { tools, context, forRequest, version, pictures = [] } = options;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const descriptions = tools.map(describeTool);
  const listing = JSON.stringify({ tools: descriptions });
  const pictureTypes = pictures.map(({ mimeType }) => mimeType);
  const pictureFormat = (c: Context) => {
    const supports = [jsonType, ...pictureTypes];
    const wanted = accepts(c, { header: "Accept", supports, default: jsonType });
    return pictures.find(({ mimeType }) => mimeType === wanted);
  };
  const openApi = JSON.stringify(openApiDocument(tools, version, pictureTypes));

  const unknownTool = (name: string) => {
    const names = [...byName.keys()];
    return problem(
      404,
      "not_found",
      `There is no tool ${JSON.stringify(name.slice(0, 100))}.${didYouMean(name, names)} The tools are ${names.join(", ")}.`,
    );
  };
  const wrongMethod = (allow: string) => (c: Context) =>
    problem(405, "method_not_allowed", `${c.req.method} is not allowed here: use ${allow}.`, {
      allow,
    });

  const app = new Hono();
  app.get("/tools", (c) => {
    const name = c.req.query("format");
    if (name === undefined) return json(listing);
    const format = providerFormats.get(name);
    return format ? json(JSON.stringify({ tools: format(descriptions) })) : unknownFormat(name);
  });
  app.get("/openapi.json", () => json(openApi));
  app.all("/tools", wrongMethod("GET"));
  app.all("/openapi.json", wrongMethod("GET"));

  app.get("/tools/:name", (c) => {
    const tool = byName.get(c.req.param("name"));
    return tool ? json(JSON.stringify(describeTool(tool))) : unknownTool(c.req.param("name"));
  });
  app.post("/tools/:name", limitBody, async (c) => {
    const tool = byName.get(c.req.param("name"));
    if (!tool) return unknownTool(c.req.param("name"));
    const input = await readJson(c);
    if (input instanceof Response) return input;
    const format = tool.hasPicture ? pictureFormat(c) : undefined;
    const own = { ...(format && { pictures: format }), signal: c.req.raw.signal };
    // Object spread would take microseconds per call.
    const callContext = Object.assign({}, context, forRequest?.(c), own);
    const result = await callTool(tool, input, callContext);
    if (!result.ok) return toolProblem(result.error);
    const { attachment, text } = result;
    return attachment?.kind === "picture"
      ? picture(attachment)
      : json(text, tool.hasPicture ? { vary: "accept" } : {});
  });
  app.all("/tools/:name", wrongMethod("GET, POST"));
  return app;
}

function unknownFormat(name: string): Response {
  const names = [...providerFormats.keys()];
  const asked = JSON.stringify(name.slice(0, 100));
  return problem(
    400,
    "invalid_input",
    `There is no format ${asked}.${didYouMean(name, names)} The formats are ${names.join(", ")}; leave it out for JSON Schemas of input and output.`,
  );
}

const countBody = bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge });

/** HTTP enforces a stated length; only a body without one is counted, which costs a stream. */
const limitBody: MiddlewareHandler = async (c, next) => {
  const length = c.req.header("content-length");
  if (length === undefined) return countBody(c, next);
  return Number(length) > maxBodyBytes ? tooLarge() : next();
};

function json(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { "content-type": jsonType, ...headers } });
}

/** Opened as a page, a picture must not load or run anything. */
function picture({ mimeType, bytes }: Extract<Attachment, { kind: "picture" }>): Response {
  return new Response(bytes.slice(), {
    headers: {
      "content-type": mimeType,
      vary: "accept",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "x-content-type-options": "nosniff",
    },
  });
}

function tooLarge(): Response {
  return problem(
    413,
    "too_large",
    `The body is larger than ${maxBodyBytes} bytes: send only the tool's arguments.`,
  );
}

/**
 * The body as JSON, `{}` if empty. Other media types are refused: pages can send them cross-origin.
 */
async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text.trim() === "") return {};
  const mediaType = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType !== "application/json" && !mediaType.endsWith("+json")) {
    return problem(
      415,
      "unsupported_media_type",
      "The arguments must be JSON: send the header Content-Type: application/json.",
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    return problem(
      400,
      "invalid_input",
      'The body is not valid JSON: send an object with the arguments, for example {"collection": "svc:hotspots"}.',
    );
  }
}
