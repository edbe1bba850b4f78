import {
  anyServer,
  type Circuit,
  type Client,
  type ClientOptions,
  createCircuit,
  createClient,
} from "@emberline/core";
import { adaptClient } from "./server/adapt-client.ts";
import type { ServiceSettings } from "./service-settings.ts";
import type { RoleSettings } from "./values/roles.ts";

export interface OpenedClient {
  readonly client: Client;
  /** Undefined if the operator switched it off. */
  readonly circuit: Circuit | undefined;
}

/**
 * How long a service may take to list its collections: a list is short, and where a service has
 * fallen silent, it is what callers wait for first. Long enough to count as a failure.
 */
const maxListMs = 7000;

function withPromptLists(client: Client, timeoutMs = maxListMs): Client {
  const { collections } = client;
  const usual = { timeoutMs: Math.min(timeoutMs, maxListMs) };
  const list: typeof collections.list = (options) => collections.list({ ...usual, ...options });
  return { ...client, collections: { ...collections, list } };
}

/**
 * A client of the operator's service, with a circuit breaker of its own, whose changes are logged.
 *
 * Without an API client, which only the interface knows, it may be any OGC API Features server.
 *
 * @param maxFailures failed requests in a row until calls are refused at once; 0 for never
 * @param options how it sends requests, where it shares tokens, and the operator's roles
 *
 * @example
 * const { client } = openClient(service, settings.circuitFailures, console.error);
 */
export function openClient(
  service: ServiceSettings,
  maxFailures: number,
  log: (line: string) => void = () => {},
  {
    roles,
    ...options
  }: Pick<ClientOptions, "fetch" | "tokens" | "timeoutMs" | "bodyLimits"> & {
    roles?: RoleSettings | undefined;
  } = {},
): OpenedClient {
  const isAny = service.clientId === undefined;
  const all = { ...service, ...options, ...(isAny && { server: anyServer }) };
  const open = (circuit?: Circuit) => {
    const client = createClient({ ...all, ...(circuit && { circuit }) });
    return withPromptLists(isAny ? adaptClient(client, roles) : client, options.timeoutMs);
  };
  if (maxFailures === 0) return { client: open(), circuit: undefined };
  let isDown = false;
  const circuit = createCircuit({
    maxFailures,
    onChange(state) {
      if (state === "open" && !isDown) log("the service does not answer: calls are refused");
      if (state === "closed" && isDown) log("the service answers again");
      if (state !== "half-open") isDown = state === "open";
    },
  });
  return { client: open(circuit), circuit };
}
