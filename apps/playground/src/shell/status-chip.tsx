import type { DataStatus, Status } from "../server/status.ts";
import { usePlayground } from "../state/playground.ts";

const dayMs = 86_400_000;

/** What is served, and how new it is; leads to the details on the tab Connect. */
export function StatusChip() {
  const { status } = usePlayground();
  const known = status.value;
  if (!known) return null;
  const { kind, short, more } = wordsOf(known);
  return (
    <a class={`chip status ${kind}`} href="#/connect" title={`${short}${more}`}>
      <span class="status-dot" aria-hidden="true" />
      <span class="status-kind">{short}</span>
      <span class="status-more">{more}</span>
    </a>
  );
}

function wordsOf({ data }: Status): { kind: string; short: string; more: string } {
  if (!data) return { kind: "down", short: "service down", more: "" };
  const { isSynthetic, detections, newestMs } = data;
  const count = detections === null ? "" : ` · ${detections.toLocaleString("en")} detections`;
  const newest = newestMs === null ? "" : ` · newest ${dayOf(newestMs)}`;
  return {
    kind: isSynthetic ? "synthetic" : isOld(data) ? "old" : "current",
    short: isSynthetic ? "synthetic data" : isLive(data) ? "live data" : "real data",
    more: `${count}${newest}`,
  };
}

function isLive({ collections }: DataStatus): boolean {
  return collections.some(({ feeds }) => feeds.length > 0);
}

function isOld({ newestMs, collections }: DataStatus): boolean {
  const isFeedOld = collections.some(({ feeds }) => feeds.some((feed) => feed.isOld));
  return isFeedOld || newestMs === null || Date.now() - newestMs > dayMs;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
}
