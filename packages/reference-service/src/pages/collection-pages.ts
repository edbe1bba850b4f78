import type { Box } from "@emberline/geo";
import { html } from "hono/html";
import type { CollectionId } from "../collections.ts";
import type { Link } from "../http/links.ts";
import type { EpochInterval } from "../time.ts";
import { shownDay } from "./dates.ts";
import { featureTimeText } from "./feature-name.ts";
import type { Html } from "./html.ts";
import { linkList } from "./links.ts";
import type { MapFigure } from "./map.ts";
import { counted, facts } from "./values.ts";

/** What a page shows of a collection before its features. */
export interface CollectionOverview {
  id: CollectionId;
  title: string;
  description: string;
  /** Its own page. */
  href: string;
  count: number;
  bounds: Box | undefined;
  interval: EpochInterval | undefined;
}

/** The collections side by side, with how much is in each and how new it is. */
export function collectionCards(
  overviews: readonly CollectionOverview[],
  others: Html | string = "",
): Html {
  return html`<ul class="cards">${overviews.map(
    ({ id, title, description, href, count, interval }) => html`<li class="card"><h2>${title}</h2>
<p class="count">${count.toLocaleString("en")}</p>
<p class="quiet">${interval ? `newest ${featureTimeText(id, interval.end)}` : "without time"}</p>
<p>${description}</p>
<ul><li><a href="${href}/items?f=html">Browse ${title.toLowerCase()}</a></li>
<li><a href="${href}?f=html">About ${title.toLowerCase()}</a></li></ul></li>`,
  )}${others}</ul>`;
}

/** One collection: what it is, where and when, and the ways to its features. */
export async function collectionBody(
  { id, description, href, count, bounds, interval }: CollectionOverview,
  { crs }: { crs: readonly string[] },
  links: readonly Link[],
  mapFigure: MapFigure,
  feeds: Html | string,
): Promise<Html> {
  const about = facts([
    ["Features", count.toLocaleString("en")],
    [
      "Time",
      interval ? `${shownDay(interval.start)} to ${featureTimeText(id, interval.end)}` : "none",
    ],
    ["Box (west, south, east, north)", bounds ? bounds.map(degrees).join(", ") : "none"],
    ["Identifier", html`<code>${id}</code>`],
  ]);
  const map = bounds
    ? await mapFigure({
        title: "Where its features are",
        layers: {},
        area: { kind: "box", box: bounds },
      })
    : html``;
  return html`<p>${description}</p>
<p class="actions"><a class="button" href="${href}/items?f=html">Browse ${counted(count, "feature")}</a><a class="button plain" href="${href}/queryables?f=html">Properties</a></p>
${about}${map}${feeds}
<h2>Reference systems</h2><ul>${crs.map((uri) => html`<li><code>${uri}</code></li>`)}</ul>
${linkList(links)}`;
}

function degrees(value: number): string {
  return `${Number(value.toFixed(3))}°`;
}
