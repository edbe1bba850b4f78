import { extentOf } from "@emberline/geo";
import { drawMap, layOutMap, type Shape } from "@emberline/map";
import { html, raw } from "hono/html";
import type { Feature } from "../feature.ts";
import type { Html } from "./layout.ts";

const size = { width: 960, height: 600 };

/** A drawing of features on a map; with `hrefOf`, each a link to its page. */
export async function featureMap(
  features: readonly Feature[],
  hrefOf?: (id: string) => string,
): Promise<Html> {
  const shapes = features.flatMap(({ id, geometry }): Shape[] =>
    geometry && extentOf(geometry)
      ? [{ geometry, title: id, ...(hrefOf && { href: hrefOf(id) }) }]
      : [],
  );
  if (shapes.length === 0) return html`<p>None of these features has a location.</p>`;
  const title = `${shapes.length} of ${features.length} features`;
  const svg = await drawMap(layOutMap({ ...size, title, layers: { shapes } }));
  return html`<figure>${raw(svg)}</figure>`;
}
