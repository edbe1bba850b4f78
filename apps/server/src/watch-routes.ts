import { problem } from "@emberline/http-tools";
import type { CreateCounter } from "@emberline/state";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { keyDigest } from "./access/grants.ts";
import { needsCredentials } from "./access-guard.ts";
import { callerOf, isFromThisMachine } from "./caller.ts";
import type { LiveGrants } from "./live-grants.ts";
import type { Settings } from "./read-settings.ts";
import { parseWatch } from "./watches/definition.ts";
import { type WatchRecord, WatchRefused } from "./watches/watch.ts";
import { operator, type Sight, type Watches } from "./watches/watches.ts";

export const watchesPath = "/watches";

const maxBodyBytes = 16_000;
const testLimit = { name: "watch-tests", limit: 10, windowSeconds: 60 };

type WatchSettings = Pick<Settings, "apiKeys" | "keysPath" | "oauth" | "trustProxy" | "watches">;

interface RouteOptions {
  /** Undefined where nothing may be watched. */
  readonly watches: Watches | undefined;
  readonly settings: WatchSettings;
  readonly createCounter: CreateCounter;
}

/** Watches of callers with a key; the operator's keys also see and test those of the file. */
export function watchRoutes({ watches, settings, createCounter }: RouteOptions): Hono {
  const app = new Hono();
  const tests = createCounter(testLimit);
  const isAllowed = settings.watches.maxPerCaller > 0;
  /** Whose watches the caller may see, its own first; else why none. */
  const ownersOf = (c: Context): readonly [string, ...string[]] | Response => {
    if (!watches)
      return notAllowed("The operator allows no watches: EMBERLINE_CALLER_WATCHES sets how many.");
    if (!watches.isRunning)
      return problem(
        "not_ready",
        "Another process of this server has the watches, or they are being read.",
        {
          "retry-after": "5",
        },
      );
    return ownerOf(c, settings);
  };
  /** The watch of the path, if it is the caller's. */
  const watchOf = (c: Context): WatchRecord | Response => {
    const owners = ownersOf(c);
    if (owners instanceof Response) return owners;
    const id = c.req.param("id") ?? "";
    return (
      watches!.get(id, owners) ??
      problem("not_found", "You have no watch of this id: GET /watches lists them.")
    );
  };
  app.get("/", (c) => {
    const owners = ownersOf(c);
    if (owners instanceof Response) return owners;
    return c.json({ watches: owners.flatMap((owner) => watches!.of(owner)).map(shown) });
  });
  const tooLarge = () => problem("too_large", `A watch takes at most ${maxBodyBytes} bytes.`);
  app.post("/", bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }), async (c) => {
    const owners = ownersOf(c);
    if (owners instanceof Response) return owners;
    if (!isAllowed)
      return notAllowed(
        "The operator allows no watches of callers: EMBERLINE_CALLER_WATCHES sets how many.",
      );
    const definition = parseWatch(await bodyOf(c));
    if (typeof definition === "string")
      return problem("invalid_input", `The watch is wrong: ${definition}.`);
    const record = await watches!.add(definition, owners[0]).catch((error: unknown) => {
      if (error instanceof WatchRefused) return problem(error.code, error.message);
      throw error;
    });
    if (record instanceof Response) return record;
    const isOurs = definition.send_to.secret === undefined;
    return c.json({ ...shown(record), ...(isOurs && { secret: record.secret }) }, 201, {
      location: `${watchesPath}/${record.id}`,
    });
  });
  app.get("/:id", (c) => {
    const record = watchOf(c);
    return record instanceof Response ? record : c.json(shown(record));
  });
  app.delete("/:id", async (c) => {
    const record = watchOf(c);
    if (record instanceof Response) return record;
    if (record.owner === operator)
      return notAllowed("This watch is of the operator's file: take it out there.");
    await watches!.remove(record.id);
    return c.body(null, 204);
  });
  app.post("/:id/test", async (c) => {
    const record = watchOf(c);
    if (record instanceof Response) return record;
    const { isExceeded, seconds } = await tests.take(callerOf(c).name);
    if (isExceeded)
      return problem(
        "too_many_requests",
        `You sent ${testLimit.limit} tests in a minute: try again in ${seconds} s.`,
        {
          "retry-after": String(seconds),
        },
      );
    const { isDelivered, status, reason } = await watches!.test(record.id);
    return c.json({ delivered: isDelivered, status, reason });
  });
  return app;
}

async function bodyOf(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    return undefined;
  }
}

function notAllowed(sentence: string): Response {
  return problem("not_allowed", sentence);
}

/** A watch outlives tokens and addresses, so it belongs to a key. */
function ownerOf(c: Context, settings: WatchSettings): readonly [string, ...string[]] | Response {
  const { grant, expiresAtMs } = callerOf(c);
  if (expiresAtMs !== undefined)
    return notAllowed("A watch outlives an access token: register it with a key.");
  if (grant) return [`key ${grant.name}`];
  if (needsCredentials(settings)) {
    const key = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    return [ownerOfApiKey(key), operator];
  }
  if (isFromThisMachine(c, settings)) return ["local", operator];
  return notAllowed(
    "Without keys, only this machine may have watches: the operator can set EMBERLINE_API_KEYS.",
  );
}

function ownerOfApiKey(key: string): string {
  return `api ${keyDigest(key).toString("hex").slice(0, 32)}`;
}

interface SightOptions {
  readonly settings: WatchSettings;
  readonly grants: LiveGrants;
  readonly sightOf: (grant: LiveGrants["all"][number] | undefined) => Sight | null;
}

/** What the owner of a watch may look at now; null while it has no access. */
export function sightOfOwner(
  owner: string,
  { settings, grants, sightOf }: SightOptions,
): Sight | null {
  const grant = grants.keys.find(({ grant, caller }) => grant && owner === caller)?.grant;
  if (grant) return sightOf(grant);
  const isOpen = owner === "local" && !needsCredentials(settings);
  const isKnown = settings.apiKeys().some((key) => owner === ownerOfApiKey(key));
  return owner === operator || isOpen || isKnown ? sightOf(undefined) : null;
}

function shown({ id, owner, createdAt, definition, state }: WatchRecord) {
  const { send_to, ...rest } = definition;
  const isOfFile = owner === operator;
  const { origin, pathname, search } = new URL(send_to.url);
  return {
    id,
    ...rest,
    // The query of an address may be a secret, of the operator's all but its host.
    send_to: { url: isOfFile ? origin : `${origin}${pathname}${search && "?…"}` },
    of_file: isOfFile,
    created_at: createdAt,
    status:
      state.disabled !== null ? "disabled" : state.isUnavailable ? "data_unavailable" : "watching",
    disabled: state.disabled,
    events_waiting: state.gathered.length + (state.outbox ? 1 : 0),
    last_delivered_at: state.lastDeliveredAt,
    last_failure: state.lastFailure,
  };
}
