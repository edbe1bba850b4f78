import { gauge, histogram, observeState } from "@emberline/settings/metrics";
import type { FeedStatus } from "../http/feed-notices.ts";
import type { LogEntry } from "./app.ts";
import type { ReferenceService } from "./service.ts";
import { inTime } from "./watch-store.ts";

/** Of the metric `emberline.feed.age`, wherever a feed comes from. */
export const feedAge = {
  unit: "s",
  description: "Time since the last complete reading of a live feed; absent before the first.",
} as const;

/** Of the metric `emberline.collection.age`. */
export const collectionAge = {
  unit: "s",
  description: "Time since the newest observation of a collection.",
} as const;

/** Live feeds, by name: how old their last reading is, and how their attempts went. */
export function observeFeeds(feeds: () => readonly FeedStatus[], until?: AbortSignal): void {
  gauge("emberline.feed.age", { ...feedAge, until }, (observe) => {
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

/** Whether the database answers, and its nodes by name; none while their coordinator is away. */
export function observeStore(nodes: ReferenceService["nodes"], until?: AbortSignal): void {
  const up = "1 while the database of the features answers, 0 while it does not.";
  gauge("emberline.store.up", { description: up, until }, async (observe) => {
    observe(
      await inTime(nodes()).then(
        () => 1,
        () => 0,
      ),
    );
  });
  const description = "1 for a node of the store that is there, 0 for one that is away.";
  gauge("emberline.store.node.up", { description, until }, async (observe) => {
    for (const { name, isAway } of await inTime(nodes()).catch(() => [])) {
      observe(isAway ? 0 : 1, { node: name });
    }
  });
}

/** The collections of the service, by id; none while the database does not answer. */
export function observeCollections({ newest }: Pick<ReferenceService, "newest">): void {
  gauge("emberline.collection.age", collectionAge, async (observe) => {
    for (const [id, atMs] of await inTime(newest()).catch(() => []))
      observe((Date.now() - atMs) / 1000, { collection: id });
  });
}

const redisStates = ["ok", "away", "full", "refused"] as const;

/** @param condition undefined without Redis */
export function observeRedis(
  condition: () => (typeof redisStates)[number] | undefined,
  until?: AbortSignal,
): void {
  const description = "1 for the state of Redis: ok, away, full, or refused for a wrong password.";
  gauge("emberline.redis.state", { description, until }, (observe) => {
    const current = condition();
    if (current) observeState(observe, redisStates, current);
  });
}

const methods = ["GET", "HEAD", "POST", "OPTIONS"];
const routes =
  /^\/(?:v1\/(?:token|fire-spread\/simulations)|healthz|settings\/api-clients|ogc\/features\/v1(?:\/(?:conformance|api|collections(?:\/\{collection\}(?:\/(?:items(?:\/\{feature\})?|queryables|schema|aggregate))?)?))?)$/;

/** Counts and times requests, without names from callers. */
export function recordRequests(): (entry: LogEntry) => void {
  const record = histogram("http.server.request.duration", {
    unit: "s",
    description: "Duration of HTTP server requests, until the headers of the answer.",
  });
  return ({ method, path, status, milliseconds }) => {
    const route = path
      .replace(/(\/collections\/)[^/]+/, "$1{collection}")
      .replace(/(\/items\/)[^/]+/, "$1{feature}");
    record(milliseconds / 1000, {
      "http.request.method": methods.includes(method) ? method : "_OTHER",
      "http.response.status_code": status,
      ...(routes.test(route) && { "http.route": route }),
    });
  };
}
