import { html } from "hono/html";
import type { Feature } from "../feature.ts";
import type { Link } from "../http/links.ts";
import { definitionList, type Html, shown } from "./layout.ts";
import { featureMap } from "./map.ts";

const maxColumns = 12;

/** A page of features: a map, a table, and links to further pages. */
export function itemsBody(
  features: readonly Feature[],
  matched: number,
  links: readonly Link[],
  hrefOf: (id: string) => string,
): Html {
  const next = links.find(({ rel }) => rel === "next");
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const columns = names.slice(0, maxColumns);
  return html`<p>${features.length} of ${matched} features${next ? html`, <a rel="next" href="${next.href}">next page</a>` : ""}</p>
${featureMap(features, hrefOf)}
<table><thead><tr><th scope="col">id</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${features.map(
    ({
      id,
      properties,
    }) => html`<tr><th scope="row"><a href="${hrefOf(id)}">${id}</a></th>${columns.map(
      (name) => html`<td>${shown(properties?.[name])}</td>`,
    )}</tr>
`,
  )}</tbody></table>
${linkList(links)}`;
}

/** One feature with all its properties. */
export function featureBody(feature: Feature, links: readonly Link[]): Html {
  return html`${featureMap([feature])}
${definitionList(Object.entries(feature.properties ?? {}))}
${linkList(links)}`;
}

/** The links of a resource as a list. */
export function linkList(links: readonly Link[]): Html {
  return html`<h2>Links</h2><ul>${links.map(
    ({ href, rel, title, type }) =>
      html`<li><a href="${href}">${title ?? rel}</a>${type ? ` (${type})` : ""}</li>`,
  )}</ul>`;
}
