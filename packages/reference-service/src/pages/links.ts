import { html } from "hono/html";
import { type Link, withFormat } from "../http/links.ts";
import { htmlType } from "../http/media-types.ts";
import type { Html } from "./html.ts";

/** What programs read instead of a page, by titles; `f` is set, since browsers accept pages. */
export function linkList(links: readonly Link[]): Html {
  const data = links.filter(({ type, rel }) => type !== htmlType && rel !== "next");
  return html`<h2>As data</h2><ul class="links">${data.map(
    ({ href, rel, title, type }) =>
      html`<li><a href="${type ? withFormat(href, type) : href}" rel="${rel}">${title ?? href}</a></li>`,
  )}</ul>`;
}
