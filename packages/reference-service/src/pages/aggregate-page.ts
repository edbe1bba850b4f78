import { html } from "hono/html";
import type { AggregateGroup, Aggregation, Figures } from "../aggregate/aggregation.ts";
import type { AggregateRequest } from "../aggregate/request.ts";
import type { Link } from "../http/links.ts";
import type { Html } from "./html.ts";
import { linkList } from "./links.ts";

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
