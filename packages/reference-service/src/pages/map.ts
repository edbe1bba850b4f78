import { setImmediate } from "node:timers/promises";
import { drawMap, layOutMap, type MapPlace, type MapRequest, type Span } from "@emberline/map";
import { html, raw } from "hono/html";
import { mapPaint } from "./colours.ts";
import type { Html } from "./html.ts";

/** One for windows of 40 rem and more, and one whose text is legible on a phone. */
const sizes = [
  { kind: "wide", width: 880, height: 560 },
  { kind: "narrow", width: 360, height: 420 },
] as const;

/** Candidates for the names on a map, the most populous first; null is the whole world. */
export type PlacesIn = (visible: Span | null) => Promise<readonly MapPlace[]>;

/** Draws a map that follows the theme of the page. */
export type MapFigure = (request: Omit<MapRequest, "width" | "height">) => Promise<Html>;

export function mapFigures(placesIn: PlacesIn = async () => []): MapFigure {
  return async (request) => {
    const drawings = [];
    for (const { kind, width, height } of sizes) {
      const layout = layOutMap({ ...request, width, height, theme: mapPaint });
      const svg = await drawMap(layout, await placesIn(layout.view.visible));
      // Each drawing takes tens of milliseconds, so others have their turn in between.
      await setImmediate();
      drawings.push(svg.replace("<svg ", `<svg class="${kind}" `));
    }
    return html`<figure>${raw(drawings.join("\n"))}</figure>`;
  };
}
