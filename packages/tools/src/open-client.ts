import {
  type Circuit,
  type Client,
  type ClientOptions,
  createCircuit,
  createClient,
} from "@emberline/core";
import type { ServiceSettings } from "./service-settings.ts";

export interface OpenedClient {
  readonly client: Client;
  /** Undefined if the operator switched it off. */
  readonly circuit: Circuit | undefined;
}

/**
 * A client of the operator's service, with a circuit breaker of its own, whose changes are logged.
 *
 * @param maxFailures failed requests in a row until calls are refused at once; 0 for never
 * @param options how it sends requests, and where it shares tokens
 *
 * @example
 * const { client } = openClient(service, settings.circuitFailures, console.error);
 */
export function openClient(
  service: ServiceSettings,
  maxFailures: number,
  log: (line: string) => void = () => {},
  options: Pick<ClientOptions, "fetch" | "tokens" | "timeoutMs"> = {},
): OpenedClient {
  const all = { ...service, ...options };
  if (maxFailures === 0) return { client: createClient(all), circuit: undefined };
  let isDown = false;
  const circuit = createCircuit({
    maxFailures,
    onChange(state) {
      if (state === "open" && !isDown) log("the service does not answer: calls are refused");
      if (state === "closed" && isDown) log("the service answers again");
      if (state !== "half-open") isDown = state === "open";
    },
  });
  return { client: createClient({ ...all, circuit }), circuit };
}
