import { canStream, type PictureFormat, type RowForm, rowForms, type Tool } from "@emberline/tools";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { formType, jsonType } from "./answers.ts";
import { problem } from "./problem.ts";
import { eventStreamType } from "./streams/event-stream.ts";
import { rowsType } from "./streams/row-stream.ts";

/** What most clients send. */
const plain: readonly (string | undefined)[] = [undefined, "*/*", jsonType];

/**
 * Chooses the media type of an answer by `Accept`; JSON if nothing matches (RFC 9110, 12.5.1),
 * except for rows of a tool without rows, which are refused.
 */
export function typeChooser(
  tools: readonly Tool[],
  pictures: readonly PictureFormat[],
): (c: Context, tool: Tool) => string | Response {
  const pictureTypes = pictures.map(({ mimeType }) => mimeType);
  const drawn = [...pictureTypes, ...(pictureTypes.includes("image/png") ? [formType] : [])];
  const listing = tools.filter(canStream).map(({ name }) => name);
  const typesOf = (tool: Tool) => [
    jsonType,
    ...(tool.hasPicture ? drawn : []),
    eventStreamType,
    ...(canStream(tool) ? [rowsType] : []),
  ];
  return (c, tool) => {
    if (plain.includes(c.req.header("accept"))) return jsonType;
    const accept = { header: "Accept", supports: typesOf(tool), default: "" } as const;
    const wanted = accepts(c, accept);
    if (wanted !== "") return wanted;
    if (accepts(c, { ...accept, supports: [rowsType] }) !== rowsType || acceptsAny(c))
      return jsonType;
    return problem(
      "not_acceptable",
      `${tool.name} has no rows to stream: accept application/json, or call ${listing.join(" or ")}.`,
    );
  };
}

function acceptsAny(c: Context): boolean {
  return c.req.header("accept")?.includes("*/*") === true;
}

/** The form of streamed rows by `?rows=`, or the problem if there is no such form. */
export function rowFormOf(c: Context): RowForm | Response {
  const name = c.req.query("rows") ?? "columns";
  const form = rowForms.find((each) => each === name);
  return (
    form ??
    problem(
      "invalid_input",
      `rows must be ${rowForms.join(" or ")}: write ?rows=geojson for Features.`,
    )
  );
}
