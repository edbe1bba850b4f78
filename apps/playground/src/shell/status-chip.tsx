import { dayText } from "@emberline/map-app/answer/words";
import { ageOf } from "../common/age.ts";
import type { DataStatus, FeedState, Status } from "../server/status.ts";
import { usePlayground } from "../state/playground.ts";

const dayMs = 86_400_000;

/** What is served, and how new it is: live data with each of its feeds. */
export function StatusChip() {
  const { status } = usePlayground();
  const known = status.value;
  if (!known) return null;
  const feeds = feedsOf(known.data);
  const { kind, short, more } = wordsOf(known, feeds);
  const words = (
    <>
      <span class="status-dot" aria-hidden="true" />
      <span class="status-kind">{short}</span>
      <span class="status-more">{more}</span>
    </>
  );
  const title = `${short}${more}`;
  if (feeds.length === 0)
    return (
      <a class={`chip status ${kind}`} href="#/connect" title={title}>
        {words}
      </a>
    );
  return (
    <>
      <button type="button" class={`chip status ${kind}`} title={title} popovertarget="feeds">
        {words}
      </button>
      <section id="feeds" popover aria-label="Live feeds">
        <ul>
          {feeds.map((feed) => (
            <Feed key={feed.title} {...feed} />
          ))}
        </ul>
        <a href="#/connect">Credits and numbers</a>
      </section>
    </>
  );
}

function Feed({ title, covers, state, readMs }: FeedState) {
  const read = readMs === null ? "never read completely" : `read completely ${ageOf(readMs)} ago`;
  return (
    <li>
      <strong>{title}</strong>
      <span class={state === "current" ? "current" : "old"}>{state}</span>
      <small>
        {covers !== null && `${covers}; `}
        {read}
      </small>
    </li>
  );
}

function wordsOf(
  { data }: Status,
  feeds: readonly FeedState[],
): { kind: string; short: string; more: string } {
  if (!data) return { kind: "down", short: "service down", more: "" };
  const { isSynthetic, detections, newestMs } = data;
  const count = detections === null ? "" : ` · ${detections.toLocaleString("en")} detections`;
  const newest = newestMs === null ? "" : ` · newest ${dayText(newestMs)}`;
  const current = feeds.filter(({ state }) => state === "current").length;
  const isFeedOld = current < feeds.length;
  const isOld = isFeedOld || newestMs === null || Date.now() - newestMs > dayMs;
  return {
    kind: isSynthetic ? "synthetic" : isOld ? "old" : "current",
    short: isSynthetic ? "synthetic data" : feeds.length > 0 ? "live data" : "real data",
    more: `${isFeedOld ? ` · ${current} of ${feeds.length} feeds current` : ""}${count}${newest}`,
  };
}

function feedsOf(data: DataStatus | null): FeedState[] {
  return data?.collections.flatMap(({ feeds }) => feeds) ?? [];
}
