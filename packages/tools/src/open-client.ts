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
    return isAny ? adaptClient(client, roles) : client;
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
