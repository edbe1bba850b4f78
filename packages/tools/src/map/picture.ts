import type { Attachment, ToolContext } from "../call/context.ts";
import { ToolError } from "../call/tool-error.ts";
import type { DrawnMap, MapDrawing } from "../work/map-drawing.ts";

/** In a thread if the program has any: layout and drawing take about a second. */
export async function runDraw(drawing: MapDrawing, { workers, pause, signal }: ToolContext) {
  if (workers) {
    const { detections, perimeters, shapes } = drawing;
    const outlines = [...perimeters.map(({ outline }) => outline), ...shapes];
    const numbers = [...detections.blocks, ...outlines.map(({ positions }) => positions)];
    const moved = numbers.map(({ buffer }) => buffer as ArrayBuffer);
    return workers.run("draw", drawing, signal, moved);
  }
  await pause();
  // Loaded on demand, so that programs that draw nothing start faster.
  const { draw } = await import("./draw.ts");
  return draw(drawing);
}

const notDrawn = "The picture could not be drawn: an internal error; the facts are unaffected.";
const tooMany =
  "The picture was not drawn because too many others are being drawn: try again in a moment; the facts are unaffected.";

/** Undefined if no picture is wanted, a notice if it failed: the facts are answered in any case. */
export async function pictureOf(
  { svg }: DrawnMap,
  context: ToolContext,
): Promise<(Attachment & { kind: "picture" }) | string | undefined> {
  const { pictures } = context;
  if (!pictures) return undefined;
  if (svg === null) return notDrawn;
  const { mimeType } = pictures;
  try {
    return { kind: "picture", mimeType, bytes: await pictures.encode(svg, context) };
  } catch (error) {
    context.signal.throwIfAborted();
    return error instanceof ToolError && error.code === "busy" ? tooMany : notDrawn;
  }
}
