import { statSync } from "node:fs";
import type { Circuit, CollectionDescription } from "@emberline/core";
import { problem } from "@emberline/http-tools";
import { collectionAge, feedAge } from "@emberline/reference-service/metrics";
import { gauge, metricsType, observeState, type ProcessMetrics } from "@emberline/settings/metrics";
import { metricsRefusal } from "@emberline/settings/node";
import type { CallQueue } from "@emberline/tools";
import type { WorkerThreads } from "@emberline/tools/node";
import type { Handler } from "hono";
import { addressOf } from "./caller.ts";
import type { Connections } from "./connections.ts";
import type { ExportSpace } from "./exports.ts";
import type { LiveGrants } from "./live-grants.ts";
import type { Settings } from "./read-settings.ts";

/** `GET /metrics`: with the operator's key for it, or without one only for this machine. */
export function metricsPage(
  metrics: ProcessMetrics,
  settings: Pick<Settings, "metricsKey" | "trustProxy">,
): Handler {
  return async (c) => {
    const { headers } = c.req.raw;
    const reader = { key: settings.metricsKey(), address: addressOf(c, settings) };
    const refusal = metricsRefusal(headers, reader);
    if (refusal?.code === "unauthorized")
      return problem("unauthorized", refusal.sentence, { "www-authenticate": "Bearer" });
    if (refusal) return problem("forbidden", refusal.sentence);
    return new Response(await metrics.text(), { headers: { "content-type": metricsType } });
  };
}

/** Calls that run and wait, by lane. */
export function observeQueue(queue: CallQueue, until?: AbortSignal): void {
  const description = "Tool calls that run or wait for a free slot.";
  gauge("emberline.queue.calls", { unit: "{call}", description, until }, (observe) => {
    for (const [lane, { running, waiting }] of Object.entries(queue.load)) {
      observe(running, { lane, state: "running" });
      observe(waiting, { lane, state: "waiting" });
    }
  });
}

export function observeConnections(connections: Connections, until?: AbortSignal): void {
  const description = "Open connections, active while a request is not answered.";
  gauge("emberline.server.connections", { unit: "{connection}", description, until }, (observe) => {
    const { active, idle } = connections.load;
    observe(active, { state: "active" });
    observe(idle, { state: "idle" });
  });
}

/** Threads for heavy work, and tasks that wait for one. */
export function observeThreads(workers: WorkerThreads, until?: AbortSignal): void {
  const threads = "Threads for heavy work.";
  gauge(
    "emberline.worker.threads",
    { unit: "{thread}", description: threads, until },
    (observe) => {
      for (const [pool, load] of Object.entries(workers.load)) observe(load.threads, { pool });
    },
  );
  const tasks = "Heavy work that waits for a thread.";
  gauge("emberline.worker.waiting", { unit: "{task}", description: tasks, until }, (observe) => {
    for (const [pool, load] of Object.entries(workers.load)) observe(load.waiting, { pool });
  });
}

const circuitStates = ["closed", "half-open", "open"] as const;

/** @param circuits by the name of the upstream client: the operator's, or an entry's */
export function observeCircuits(
  circuits: () => Iterable<readonly [string, Circuit]>,
  until?: AbortSignal,
): void {
  const description = "1 for the current state of the circuit of each upstream client.";
  gauge("emberline.circuit.state", { description, until }, (observe) => {
    for (const [upstream, circuit] of circuits()) {
      observeState(observe, circuitStates, circuit.state, { upstream });
    }
  });
}

/** What a service lists, and whether it answers. */
interface Listing {
  readonly collections: readonly CollectionDescription[];
  /** Upstream clients that do not answer, by the names of their circuits. */
  readonly away: readonly string[];
}

/**
 * Whether each upstream client of the operator answers, and how old its collections and feeds are.
 *
 * @param look asks the services, unless they were asked a moment ago
 * @param upstreams by the names of their circuits
 */
export function observeUpstream(
  look: () => Promise<Listing>,
  upstreams: readonly string[],
  until?: AbortSignal,
): void {
  const up = "1 for an upstream client that is answered, 0 for one that is not.";
  gauge("emberline.upstream.up", { description: up, until }, async (observe) => {
    const { away } = await look();
    for (const upstream of upstreams) observe(Number(!away.includes(upstream)), { upstream });
  });
  gauge("emberline.collection.age", { ...collectionAge, until }, async (observe) => {
    for (const { id, extent } of (await look()).collections) {
      const newest = Date.parse(extent?.temporal?.interval?.[0]?.[1] ?? "");
      if (!Number.isNaN(newest)) observe((Date.now() - newest) / 1000, { collection: id });
    }
  });
  gauge("emberline.feed.age", { ...feedAge, until }, async (observe) => {
    for (const { name, readAt } of (await look()).collections.flatMap(feedsOf))
      observe((Date.now() - Date.parse(readAt)) / 1000, { feed: name });
  });
}

/** The feeds that have been read, as a service of our kind describes them. */
function feedsOf({ feeds }: CollectionDescription): { name: string; readAt: string }[] {
  if (!Array.isArray(feeds)) return [];
  return feeds.filter(
    ({ name, readAt }) => typeof name === "string" && !Number.isNaN(Date.parse(readAt)),
  );
}

/** Bytes of all exports in the folder, those of other replicas too. */
export function observeExports(
  space: () => Promise<ExportSpace | null>,
  until?: AbortSignal,
): void {
  const description =
    "Space of exports: used, the most that this server uses, and free on the disk of their folder.";
  gauge("emberline.exports.space", { unit: "By", description, until }, async (observe) => {
    for (const [kind, bytes] of Object.entries((await space()) ?? {})) observe(bytes, { kind });
  });
}

/** @param path of the keys file, if there is one */
export function observeKeysFile(
  path: string | undefined,
  grants: Pick<LiveGrants, "notice">,
  until?: AbortSignal,
): void {
  if (path === undefined) return;
  const valid = "1 if the keys file as it is now is in force, 0 if it cannot be read.";
  gauge("emberline.keys.file.valid", { description: valid, until }, (observe) =>
    observe(Number(grants.notice === null)),
  );
  const age = "Time since the keys file was changed.";
  gauge("emberline.keys.file.age", { unit: "s", description: age, until }, (observe) => {
    const file = statSync(path, { throwIfNoEntry: false });
    if (file) observe((Date.now() - file.mtimeMs) / 1000);
  });
}
