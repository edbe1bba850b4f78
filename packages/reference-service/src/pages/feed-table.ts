import { html } from "hono/html";
import { ageText, currencyOf } from "../live/feed-notices.ts";
import type { FeedStatus } from "../live/feed-status.ts";
import { shownMinute } from "./dates.ts";
import type { Html } from "./html.ts";
import { shown } from "./values.ts";

/** The live feeds of a collection: how current each is, whose it is, and its terms. */
export function feedTable(feeds: readonly FeedStatus[], nowMs: number): Html | string {
  if (feeds.length === 0) return "";
  const rows = feeds.map((feed) => {
    const { title, readAt, paceMinutes, error, credit } = feed;
    const read =
      readAt === null ? "never" : `${shownMinute(readAt)} (${ageText(nowMs - readAt)} ago)`;
    const isOld = currencyOf(feed, nowMs) !== "current";
    return html`<tr><th scope="row">${title}</th><td>${isOld ? html`<strong>${read}</strong>` : read}</td><td>every ${paceMinutes} min</td><td>${error ?? "–"}</td><td>${credit.text} ${shown(credit.url)}</td><td>${shown(credit.licence)}${credit.disclaimer === null ? "" : html`<br>${credit.disclaimer}`}</td></tr>
`;
  });
  return html`<h2>Live feeds</h2>
<div class="table" role="region" aria-label="Live feeds" tabindex="0"><table><thead><tr><th scope="col">Feed</th><th scope="col">Last complete reading</th><th scope="col">Pace</th><th scope="col">Last failure</th><th scope="col">Credit</th><th scope="col">Terms</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
