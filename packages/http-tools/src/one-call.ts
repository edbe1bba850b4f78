import { callTool, type Tool } from "@emberline/tools";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { answerWithPicture, formType, json, jsonType, picture } from "./answers.ts";
import type { HttpToolsOptions } from "./options.ts";
import { toolProblem } from "./problem.ts";
import { readJson } from "./read-body.ts";

/**
 * Answers `POST /tools/{name}`: the tool's JSON, its picture or both, as `Accept` prefers, or a
 * problem.
 */
export function oneCall({
  context,
  forRequest,
  pictures = [],
}: HttpToolsOptions): (c: Context, tool: Tool) => Promise<Response> {
  const pictureTypes = pictures.map(({ mimeType }) => mimeType);
  // Of all pictures, models read PNG.
  const forModels = pictures.find(({ mimeType }) => mimeType === "image/png");
  const supports = [jsonType, ...pictureTypes, ...(forModels ? [formType] : [])];
  const wantedType = (c: Context) => accepts(c, { header: "Accept", supports, default: jsonType });
  return async (c, tool) => {
    const input = await readJson(c);
    if (input instanceof Response) return input;
    const wanted = tool.hasPicture ? wantedType(c) : jsonType;
    const format =
      wanted === formType ? forModels : pictures.find(({ mimeType }) => mimeType === wanted);
    const own = { ...(format && { pictures: format }), signal: c.req.raw.signal };
    // Object spread would take microseconds per call.
    const callContext = Object.assign({}, context, forRequest?.(c), own);
    const result = await callTool(tool, input, callContext);
    if (!result.ok) return toolProblem(result.error);
    const { attachment, text } = result;
    if (attachment?.kind !== "picture")
      return json(text, tool.hasPicture ? { vary: "accept" } : {});
    return wanted === formType ? answerWithPicture(text, attachment) : picture(attachment);
  };
}
