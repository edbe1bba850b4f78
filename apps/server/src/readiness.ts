import { type Client, type CollectionDescription, isEmberlineError } from "@emberline/core";
import { problem } from "@emberline/http-tools";
import type { EmbeddedService, FeedStatus } from "@emberline/reference-service";
import type { CallQueue } from "@emberline/tools";
import { Hono } from "hono";

/** How long a probe result is reused, since load balancers check every few seconds. */
const freshMs = 5000;
const probeTimeoutMs = 2000;

interface Readiness {
  readonly check: CheckReadiness;
  /** Which of several services did not answer; null if all did. */
  readonly notice: () => string | null;
  /** What the services list, and which of several do not answer; all: null. */
  readonly look: () => Promise<{
    readonly collections: readonly CollectionDescription[];
    readonly missing: readonly string[] | null;
  }>;
}

/**
 * Checks that the queue takes calls, that the service, or one of several, answers, and that live
 * feeds were read.
 */
export function readiness(
  client: Client,
  queue: CallQueue,
  feeds: () => readonly FeedStatus[] = () => [],
  nodes: EmbeddedService["nodes"] = async () => [],
  isLeaving = () => false,
): Readiness {
  let probed: { readonly atMs: number; readonly result: Promise<Probe> } | undefined;
  let missing: readonly string[] = [];
  const probeAll = async () => {
    const names: string[] = [];
    const found = await probe(client, (name) => names.push(name));
    missing = names;
    const { unready } = found;
    const away = unready?.reason === "upstream_down" ? await nodesNotice(nodes) : null;
    if (!unready || !away) return found;
    return { ...found, unready: { ...unready, sentence: `${unready.sentence} ${away}` } };
  };
  const probeAnew = () => {
    if (!probed || Date.now() - probed.atMs > freshMs)
      probed = { atMs: Date.now(), result: probeAll() };
    return probed.result;
  };
  const check: CheckReadiness = async () => {
    if (queue.isClosed || isLeaving()) return unready("stopping", "The server is shutting down.");
    if (queue.isFull) return unready("busy", "The server has too many calls.");
    const live = liveReadiness(feeds());
    if (live) return live;
    return (await probeAnew()).unready;
  };
  const look = async () => {
    const { unready, collections } = await probeAnew();
    return { collections, missing: unready ? null : missing };
  };
  const notice = () =>
    missing.length === 0 ? null : `Without the services that do not answer: ${missing.join(", ")}.`;
  return { check, notice, look };
}

interface Probe {
  readonly unready: Unready | null;
  readonly collections: readonly CollectionDescription[];
}

async function probe(client: Client, onMissing: (name: string) => void): Promise<Probe> {
  try {
    const collections = await client.collections.list({
      timeoutMs: probeTimeoutMs,
      onMissing: ({ name }) => onMissing(name),
    });
    return { unready: null, collections };
  } catch (error) {
    return { unready: faultOf(error), collections: [] };
  }
}

function faultOf(error: unknown): Unready | null {
  // The list of collections is optional for a service.
  if (isEmberlineError(error) && error.code === "not-found") return null;
  // Sentences without the service's address: anyone may read them.
  if (isEmberlineError(error) && error.code === "authentication")
    return unready("upstream_refuses", "The upstream service refuses the API client.");
  const askedMs = isEmberlineError(error) && "retryAfterMs" in error && error.retryAfterMs;
  const seconds = askedMs ? Math.ceil(askedMs / 1000) : undefined;
  return unready("upstream_down", "The upstream service does not answer.", seconds);
}

/**
 * Without a reading of detections, now or in an earlier process, every answer about them would be
 * empty; of the other feeds where none is of detections.
 */
function liveReadiness(feeds: readonly FeedStatus[]): Unready | null {
  const detections = feeds.filter(({ layer }) => layer === "hotspots");
  const needed = detections.length > 0 ? detections : feeds;
  if (needed.length === 0 || needed.some(({ readAt }) => readAt !== null)) return null;
  const failed = needed.filter(({ error }) => error !== null);
  if (failed.length < needed.length)
    return unready("loading", "The live feeds are being read for the first time.");
  const fault = failed.find((each) => each.fault === "storage") ?? failed[0]!;
  const sentence = `None of the live feeds could be read so far: ${fault.error}.`;
  return unready(reasons[fault.fault ?? "unreachable"] ?? "upstream_down", sentence, 60);
}

const reasons: Partial<Record<NonNullable<FeedStatus["fault"]>, Unready["reason"]>> = {
  storage: "storage_failed",
  refused: "upstream_refuses",
};

/** What of fires is missing while the server is ready; answers about zones say it themselves. */
export function feedsNotice(feeds: readonly FeedStatus[]): string | null {
  const lacking = feeds.filter(
    ({ layer, readAt, error }) =>
      !["evacuationZones", "assets"].includes(layer) && (readAt === null || error !== null),
  );
  if (lacking.length === 0) return null;
  const each = lacking.map(
    ({ name, readAt }) =>
      `${name} (${readAt === null ? "never read" : `last read ${new Date(readAt).toISOString()}`})`,
  );
  return `Live feeds that are not current: ${each.join(", ")}.`;
}

/** Which nodes of the store are away; null if none is, or their coordinator is away. */
export async function nodesNotice(nodes: EmbeddedService["nodes"]): Promise<string | null> {
  const away = (await nodes().catch(() => [])).filter(({ isAway }) => isAway);
  if (away.length === 0) return null;
  return `Nodes of the store that are away: ${away.map(({ name }) => name).join(", ")}.`;
}

function unready(reason: Unready["reason"], sentence: string, retryAfterSeconds = 5): Unready {
  return { reason, sentence, retryAfterSeconds };
}

/** Why the program takes no calls. */
interface Unready {
  readonly reason:
    | "loading"
    | "busy"
    | "upstream_down"
    | "upstream_refuses"
    | "storage_failed"
    | "stopping";
  readonly sentence: string;
  /** When to ask again. */
  readonly retryAfterSeconds: number;
}

/** Returns why the program cannot take calls, or null if it can. */
type CheckReadiness = () => Unready | null | Promise<Unready | null>;

/**
 * For load balancers: `GET /healthz` reports that the program is alive, `GET /readyz` whether it
 * takes calls, with a notice if it does with less. Neither needs a key or waits for a call.
 */
export function health(
  check: CheckReadiness,
  notice: () => string | null | Promise<string | null> = () => null,
): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const unready = await check();
    if (unready) return refusal(unready);
    const lack = await notice();
    return c.json({ status: "ready", ...(lack !== null && { notice: lack }) });
  });
  return app;
}

/** Problem details with `reason` as an additional member. */
async function refusal({ reason, sentence, retryAfterSeconds }: Unready): Promise<Response> {
  const later = { "retry-after": String(retryAfterSeconds) };
  const details = problem("not_ready", sentence, later);
  return new Response(JSON.stringify({ ...(await details.json()), reason }), details);
}
