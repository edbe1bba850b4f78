import type { Bbox, Box } from "@emberline/geo";
import { html } from "hono/html";
import type { Link } from "../http/answers.ts";
import type { Html, MapFigure } from "../http/environment.ts";
import { ageText, coversOf, currencyOf, type FeedStatus, stateOf } from "../http/feed-notices.ts";
import type { CollectionId } from "../values/collections.ts";
import type { EpochInterval } from "../values/time.ts";
import { counted, facts, shown, shownDay, shownMinute } from "./html.ts";
import { linkList } from "./layout.ts";
import { featureTimeText } from "./map.ts";

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
export function collectionCards(overviews: readonly CollectionOverview[]): Html {
  return html`<ul class="cards">${overviews.map(
    ({ id, title, description, href, count, interval }) => html`<li class="card"><h2>${title}</h2>
<p class="count">${count.toLocaleString("en")}</p>
<p class="quiet">${interval ? `newest ${featureTimeText(id, interval.end)}` : "without time"}</p>
<p>${description}</p>
<ul><li><a href="${href}/items?f=html">Browse ${title.toLowerCase()}</a></li>
<li><a href="${href}?f=html">About ${title.toLowerCase()}</a></li></ul></li>`,
  )}</ul>`;
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

/** The live feeds of a collection: how current each is, whose it is, and its terms. */
export function feedTable(
  feeds: readonly FeedStatus[],
  areas: readonly Bbox[],
  nowMs: number,
): Html | string {
  if (feeds.length === 0) return "";
  const rows = feeds.map((feed) => {
    const { title, readAt, paceMinutes, error, credit } = feed;
    const read =
      readAt === null ? "never" : `${shownMinute(readAt)} (${ageText(nowMs - readAt)} ago)`;
    const isOld = currencyOf(feed, nowMs) !== "current";
    return html`<tr><th scope="row">${title}</th><td>${isOld ? html`<strong>${read}</strong>` : read}</td><td>${stateOf(feed, feeds, nowMs)}</td><td>${coversOf(feed, areas)}</td><td>every ${paceMinutes} min</td><td>${error ?? "–"}</td><td>${credit.text} ${shown(credit.url)}</td><td>${shown(credit.licence)}${credit.disclaimer === null ? "" : html`<br>${credit.disclaimer}`}</td></tr>
`;
  });
  return html`<h2>Live feeds</h2>
<div class="table" role="region" aria-label="Live feeds" tabindex="0"><table><thead><tr><th scope="col">Feed</th><th scope="col">Last complete reading</th><th scope="col">State</th><th scope="col">Covers</th><th scope="col">Pace</th><th scope="col">Last failure</th><th scope="col">Credit</th><th scope="col">Terms</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** The operations of an OpenAPI document, which has their parameters. */
export function apiBody({ paths }: { readonly paths: Record<string, object> }): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { readonly summary: string }>).map(
      ([method, { summary }]) =>
        html`<li><code>${method.toUpperCase()} ${path}</code><br>${summary}</li>`,
    ),
  );
  return html`<p>Every operation takes a bearer token of the token endpoint, or the cookie of a person who signed in.</p><ul>${operations}</ul>`;
}
