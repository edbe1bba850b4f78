import { setImmediate } from "node:timers/promises";
import { drawMap, layOutMap, type MapRequest } from "@emberline/map";
import { html, raw } from "hono/html";
import { mapPaint } from "./colours.ts";
import type { Html } from "./html.ts";

/** One for windows of 40 rem and more, and one whose text is legible on a phone. */
const sizes = [
  { kind: "wide", width: 880, height: 560 },
  { kind: "narrow", width: 360, height: 420 },
] as const;

/** A map that follows the theme of the page. */
export async function mapFigure(request: Omit<MapRequest, "width" | "height">): Promise<Html> {
  const drawings = [];
  for (const { kind, width, height } of sizes) {
    const svg = await drawMap(layOutMap({ ...request, width, height, theme: mapPaint }));
    // Each drawing takes tens of milliseconds, so others have their turn in between.
    await setImmediate();
    drawings.push(svg.replace("<svg ", `<svg class="${kind}" `));
  }
  return html`<figure>${raw(drawings.join("\n"))}</figure>`;
}
