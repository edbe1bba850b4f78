import { createHmac } from "node:crypto";
import { type Circuit, type Client, createClient } from "@emberline/core";
import type { EmbeddedService } from "@emberline/reference-service";
import {
  type AnswerCache,
  cursorKeyOf,
  openClient,
  placesIn,
  type ServiceSettings,
  secretOf,
  syntheticDataNotice,
} from "@emberline/tools";
import { answersOf } from "./cache/answers.ts";
import { HttpRecorder } from "./cache/service-recorder.ts";
import { servicePath } from "./embedded-service.ts";
import type { Settings } from "./read-settings.ts";
import { type State, stateInMemory } from "./state/state.ts";

export interface Upstream {
  readonly client: Client;
  /** Signs cursors; equal in all processes that use the same API client. */
  readonly cursorKey: Uint8Array;
  /** Signs the URLs of files; equal in the same processes. */
  readonly linkKey: Uint8Array;
  readonly notices: readonly string[];
  /** Answers that callers with the operator's credentials share, if the operator keeps any. */
  readonly answers?: AnswerCache | undefined;
  /** Undefined for an embedded service, which is never unreachable. */
  readonly circuit?: Circuit | undefined;
  /** The embedded service, if any. */
  readonly embedded?: EmbeddedService;
}

export type UpstreamSettings = Pick<
  Settings,
  "service" | "embedded" | "circuitFailures" | "cacheSeconds" | "roles" | "geocoder"
>;

/** A client of an external service, and the answers of its organization. */
export function openService(
  service: ServiceSettings,
  settings: UpstreamSettings,
  { values, tokensOf }: State,
  log?: (text: string) => void,
): Pick<Upstream, "client" | "circuit" | "answers"> {
  const recorder = new HttpRecorder();
  const { fetch } = recorder;
  const opened = openClient(service, settings.circuitFailures, log, {
    fetch,
    ...(tokensOf && { tokens: tokensOf(secretOf(service)) }),
  });
  recorder.useClient(opened.client);
  return { ...opened, answers: answersOf(service, recorder, values, settings) };
}

/** @param origin this server's address, for example `http://127.0.0.1:3000` */
export async function openUpstream(
  settings: UpstreamSettings,
  origin: string,
  log?: (text: string) => void,
  state: State = stateInMemory(),
): Promise<Upstream> {
  const { service, embedded: options } = settings;
  if (service) {
    const opened = openService(service, settings, state, log);
    return { ...opened, ...keysOf(secretOf(service)), notices: [] };
  }
  const { embed } = await import("@emberline/reference-service");
  const embedded = await embed({
    ...options,
    baseUrl: origin + servicePath,
    // Relative to the service, since a proxy may serve the program under a path.
    apiPage: "../docs?of=service",
    otherPages: [{ title: "Playground", href: "../" }],
    placesIn,
    log,
  });
  const { baseUrl, clientId, clientSecret } = embedded;
  const recorder = new HttpRecorder(embedded.fetch);
  const { fetch } = recorder;
  const client = createClient({ baseUrl, clientId, clientSecret, fetch });
  recorder.useClient(client);
  return {
    client,
    answers: answersOf(embedded, recorder, state.values, settings),
    ...keysOf(clientSecret),
    notices: embedded.synthetic ? [syntheticDataNotice] : [],
    embedded,
  };
}

/** Keys for signatures, each for one purpose. */
function keysOf(secret: string): Pick<Upstream, "cursorKey" | "linkKey"> {
  const linkKey = createHmac("sha256", "emberline links").update(secret).digest();
  return { cursorKey: cursorKeyOf(secret), linkKey };
}
