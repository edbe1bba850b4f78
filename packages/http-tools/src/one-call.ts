import { callTool, type Tool } from "@emberline/tools";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { json, jsonType, picture } from "./answers.ts";
import type { HttpToolsOptions } from "./options.ts";
import { toolProblem } from "./problem.ts";
import { readJson } from "./read-body.ts";

/** Answers `POST /tools/{name}`: the tool's JSON, its picture if `Accept` prefers it, or a problem. */
export function oneCall({
  context,
  forRequest,
  pictures = [],
}: HttpToolsOptions): (c: Context, tool: Tool) => Promise<Response> {
  const supports = [jsonType, ...pictures.map(({ mimeType }) => mimeType)];
  const pictureFormat = (c: Context) => {
    const wanted = accepts(c, { header: "Accept", supports, default: jsonType });
    return pictures.find(({ mimeType }) => mimeType === wanted);
  };
  return async (c, tool) => {
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
  };
}
