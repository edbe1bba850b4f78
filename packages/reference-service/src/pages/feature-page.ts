import { html } from "hono/html";
import type { Link } from "../http/answers.ts";
import type { Html, MapFigure } from "../http/environment.ts";
import type { CollectionId } from "../values/collections.ts";
import type { Feature } from "../values/crs.ts";
import { facts, heading, shown } from "./html.ts";
import { linkList } from "./layout.ts";
import { hasMarks, layersOf } from "./map.ts";

/** One feature with all its properties. */
export async function featureBody(
  id: CollectionId,
  feature: Feature,
  links: readonly Link[],
  mapFigure: MapFigure,
): Promise<Html> {
  const layers = layersOf(id, [feature]);
  const map = hasMarks(layers)
    ? await mapFigure({ title: "Location", layers: { ...layers, links: [] } })
    : html`<p>This feature has no location.</p>`;
  const entries = Object.entries(feature.properties ?? {});
  return html`<p class="quiet">id <code>${feature.id}</code></p>
<div class="choose">${map}<section class="panel" aria-label="Properties">${facts(
    entries.map(([name, value]) => [heading(name), shown(value)]),
  )}</section></div>
${linkList(links)}`;
}
