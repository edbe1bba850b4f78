import { randomBytes } from "node:crypto";
import { folder, type Invocation, parseValue, readSettings } from "@emberline/settings/node";
import type { State } from "@emberline/state";
import type { ApiClient } from "../auth/api-client.ts";
import { reportLines } from "../import/report-lines.ts";
import { liveLines } from "../live/live-lines.ts";
import { openLive } from "../live/open-live.ts";
import { noArea } from "../live/resolve-area.ts";
import { liveOf } from "../live-settings.ts";
import { createReferenceService } from "../service.ts";
import { storeOf } from "../store-settings.ts";
import { listen } from "./listen.ts";
import { serveSettings } from "./settings.ts";
import { print } from "./terminal.ts";

/** `emberline-service serve`: the service on a port, until a signal ends it. */
export async function serveCommand(invocation: Invocation): Promise<void> {
  const { values, positionals } = readSettings(serveSettings, invocation);
  if (positionals.length > 0)
    throw new Error("serve takes options only: give a folder as --data DIR.");
  const { host, port, publicUrl, trustProxy, quiet, clientId, clientSecret, ...others } = values;
  const { live: _, store: __, storeReplica: ___, redisUrl, redisPrefix, ...options } = others;
  const live = liveOf(values);
  const store = storeOf(values);
  const { data } = values;
  // Live feeds without a database keep a journal in the folder, and create it.
  const hasJournal = live !== null && store === null;
  if (data !== undefined && !hasJournal) parseValue("--data", data, { parse: folder });
  const configured = configuredClient(clientId, clientSecret);
  // Without a state file, which may contain clients, a default client is needed.
  const needsClient = values.state === undefined && configured === undefined;
  const demo = needsClient
    ? { id: "demo", secret: randomBytes(24).toString("base64url") }
    : undefined;
  const client = configured ?? demo;

  const counting = await openCounters({ redisUrl, redisPrefix });
  const service = await createReferenceService({
    ...options,
    createCounter: counting?.createCounter,
    ...(live && {
      live: await openLive(live, {
        data: hasJournal ? data : undefined,
        resolveArea: noArea,
        log: print,
      }),
    }),
    onLive: print,
    ...(store && { store }),
    clients: client ? [client] : [],
    ...(!quiet && { log: (entry) => print(JSON.stringify(entry)) }),
  });
  for (const line of reportLines(service.report)) print(line);
  if (live) for (const line of liveLines(service.feeds(), live)) print(line);
  if (service.synthetic) print("Synthetic data: no --data was given, so these fires are not real.");

  const listener = await listen(service, { port, host, publicUrl, trustProxy });
  const root = publicUrl ?? listener.url;
  if (publicUrl) print(`Listening  ${listener.url}`);
  print(`Features   ${root}/ogc/features/v1`);
  print(`Token      ${root}/v1/token`);
  if (demo) print(`Client     ${demo.id} with secret ${demo.secret}`);
  if (values.adminKey) print(`Settings   ${root}/settings/api-clients`);

  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
  await listener.close();
  await service.close();
  counting?.close();
}

/** Counters that replicas share; undefined: each process counts for itself. */
async function openCounters({
  redisUrl,
  redisPrefix,
}: {
  redisUrl: string | undefined;
  redisPrefix: string;
}): Promise<State | undefined> {
  if (redisUrl === undefined) return undefined;
  const { openState } = await import("@emberline/state");
  return openState({ redisUrl, redisPrefix: `${redisPrefix}:service` }, print);
}

function configuredClient(
  id: string | undefined,
  secret: string | undefined,
): ApiClient | undefined {
  if (id === undefined && secret === undefined) return undefined;
  if (id !== undefined && secret !== undefined) return { id, secret };
  const [set, missing] =
    id === undefined
      ? ["EMBERLINE_CLIENT_SECRET", "EMBERLINE_CLIENT_ID"]
      : ["EMBERLINE_CLIENT_ID", "EMBERLINE_CLIENT_SECRET"];
  throw new Error(`${set} is set and ${missing} is not: set both or neither.`);
}
