import type { FeedStatus } from "@emberline/reference-service";
import { gauge } from "./gauge.ts";

/** Live feeds, by name: how old their last reading is, and how their attempts went. */
export function observeFeeds(feeds: () => readonly FeedStatus[], until?: AbortSignal): void {
  const age = "Time since the last complete reading of a live feed; absent before the first.";
  gauge("emberline.feed.age", { unit: "s", description: age, until }, (observe) => {
    for (const { name, readAt } of feeds()) {
      if (readAt !== null) observe((Date.now() - readAt) / 1000, { feed: name });
    }
  });
  const attempts = "Readings of a live feed that began.";
  total("emberline.feed.attempts", "{reading}", attempts, (feed) => feed.attempts);
  const failures = "Readings of a live feed that failed.";
  total("emberline.feed.failures", "{reading}", failures, (feed) => feed.failures);
  const rows = "Rows that live feeds received, rejected, added, replaced and removed.";
  gauge(
    "emberline.feed.rows",
    { unit: "{row}", description: rows, isTotal: true, until },
    (observe) => {
      for (const { name, rows } of feeds()) {
        for (const [kind, count] of Object.entries(rows)) observe(count, { feed: name, kind });
      }
    },
  );

  function total(
    name: string,
    unit: string,
    description: string,
    read: (feed: FeedStatus) => number,
  ): void {
    gauge(name, { unit, description, isTotal: true, until }, (observe) => {
      for (const feed of feeds()) observe(read(feed), { feed: feed.name });
    });
  }
}
