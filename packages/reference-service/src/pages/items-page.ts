import { type Bbox, flatBox } from "@emberline/geo";
import { html } from "hono/html";
import type { AggregateGroup, Aggregation, Figures } from "../aggregate/aggregation.ts";
import type { AggregateRequest } from "../aggregate/request.ts";
import type { Link } from "../http/answers.ts";
import type { Html, MapFigure } from "../http/environment.ts";
import { type CollectionId, collectionText } from "../values/collections.ts";
import type { Feature } from "../values/crs.ts";
import { counted, facts, heading, shown } from "./html.ts";
import { linkList } from "./layout.ts";
import { featureName, hasMarks, layersOf, timeOf } from "./map.ts";

const maxColumns = 12;

interface Found {
  id: CollectionId;
  features: readonly Feature[];
  /** Features of the whole selection, on all pages. */
  matched: number;
  /** The box that was asked for. */
  box: Bbox | undefined;
  isSorted: boolean;
}

interface Around {
  links: readonly Link[];
  /** The place of the first feature in the selection, from 1, if it is known. */
  first: number | undefined;
  previous: string | undefined;
  next: string | undefined;
}

/** A page of features: a map, a table, and the ways to other pages. */
export async function itemsBody(
  { id, features, matched, box, isSorted }: Found,
  { links, first, previous, next }: Around,
  hrefOf: (id: string) => string,
  mapFigure: MapFigure,
): Promise<Html> {
  const layers = layersOf(id, features, hrefOf);
  const range = rangeOf(features.length, matched, first);
  const map =
    hasMarks(layers) || box
      ? await mapFigure({
          title: `${collectionText(id, false).title}: ${range}`,
          layers,
          ...(box && { area: { kind: "box", box: flatBox(box) } }),
        })
      : html`<p>None of these features has a location.</p>`;
  const isByTime = !isSorted && features.some((feature) => timeOf(feature) !== null);
  const order = isByTime ? ", newest first" : "";
  const pager =
    (previous || next) &&
    html`<nav class="pager" aria-label="Pages">${
      previous
        ? html`<a class="button plain" rel="prev" href="${previous}">${first ? "Previous" : "First page"}</a>`
        : ""
    }${next ? html`<a class="button" rel="next" href="${next}">Next</a>` : ""}<span class="quiet">${range}</span></nav>`;
  return html`<p>${features.length > 0 ? `${range}${order}.` : "No feature matches: choose a larger box, other dates or another filter."}</p>
${map}
${features.length > 0 ? html`<h2>Table</h2>${table(id, features, hrefOf)}${pager ?? ""}` : ""}
${linkList(links)}`;
}

function rangeOf(count: number, matched: number, first: number | undefined): string {
  const all = counted(matched, "feature");
  if (count === matched || count === 0) return all;
  if (first === undefined) return `${count} of ${all}`;
  return `${first.toLocaleString("en")}–${(first + count - 1).toLocaleString("en")} of ${all}`;
}

function table(
  id: CollectionId,
  features: readonly Feature[],
  hrefOf: (id: string) => string,
): Html {
  const names = new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const columns = [...names].slice(0, maxColumns);
  const rows = features.map(
    (feature) =>
      html`<tr><th scope="row"><a href="${hrefOf(feature.id)}">${featureName(id, feature)}</a></th>${columns.map(
        (name) => html`<td>${shown(feature.properties?.[name])}</td>`,
      )}<td><code>${feature.id}</code></td></tr>
`,
  );
  return html`<div class="table" role="region" aria-label="Features" tabindex="0"><table><thead><tr><th scope="col">Name</th>${columns.map(
    (name) => html`<th scope="col">${heading(name)}</th>`,
  )}<th scope="col">id</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** Maximum groups on a page: a larger table is slow and hard to read. */
const maxShown = 1000;

/** Counts and statistics as a table with a row for each group, and one for all. */
export function aggregateBody(
  { matched, totals, groups }: Aggregation,
  { properties, statistics }: AggregateRequest,
  groupBy: readonly string[],
  links: readonly Link[],
): Html {
  const measured = properties.flatMap((name) =>
    ["count", ...statistics.map((each) => each.name)].map((each) => `${each} of ${name}`),
  );
  const heads = [...groupBy, "features", ...measured];
  const all = { key: groupBy.map((_, i) => (i === 0 ? "all" : "")), count: matched };
  const rows = [
    rowOf({ ...all, figures: totals }, (key) => key),
    ...groups.slice(0, maxShown).map((group) => rowOf(group, shownKey)),
  ];
  const cut =
    groups.length > maxShown
      ? html`<p>The largest ${maxShown} of ${groups.length} groups.</p>`
      : "";
  return html`${cut}<div class="table" role="region" aria-label="Counts" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>${linkList(links)}`;
}

function rowOf({ key, count, figures }: AggregateGroup, shown: (key: string) => string): Html {
  const numbers = [count, ...figures.flatMap(numbersOf)];
  return html`<tr>${key.map((each) => html`<th scope="row">${shown(each)}</th>`)}${numbers.map((each) => html`<td>${each ?? "\u2013"}</td>`)}</tr>`;
}

function numbersOf({ count, values }: Figures): (number | null)[] {
  return [count, ...values];
}

/** A text without quotes, any other value as JSON. */
function shownKey(json: string): string {
  if (json === "null") return "\u2013";
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

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
