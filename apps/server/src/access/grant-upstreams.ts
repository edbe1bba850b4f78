import type { Circuit } from "@emberline/core";
import type { State } from "@emberline/state";
import { cursorKeyOf, secretOf } from "@emberline/tools";
import { openService, type Upstream, type UpstreamSettings } from "../upstream.ts";
import type { Grant } from "./grants.ts";

type UpstreamOfCalls = Pick<
  Upstream,
  "client" | "circuit" | "answers" | "digests" | "cursorKey" | "notices" | "layers"
>;

interface Options {
  readonly settings: UpstreamSettings;
  readonly state: State;
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * The upstream of each grant. Caches belong to a client and cursors to its secret, so organizations
 * share neither; grants with equal credentials share both.
 */
export class GrantUpstreams {
  readonly #operators: UpstreamOfCalls;
  readonly #options: Options;
  readonly #known = new Map<string, UpstreamOfCalls>();
  readonly #circuits = new Map<string, Circuit>();

  constructor(operators: UpstreamOfCalls & Pick<Upstream, "circuits">, options: Options) {
    this.#operators = operators;
    this.#options = options;
    if (operators.circuit) this.#circuits.set("operator", operators.circuit);
    for (const [name, circuit] of operators.circuits ?? [])
      this.#circuits.set(`service ${name}`, circuit);
  }

  /** By the name of the first entry with these credentials, of the service, or `operator`. */
  circuits(): Iterable<readonly [string, Circuit]> {
    return this.#circuits;
  }

  of(grant: Grant | undefined): UpstreamOfCalls {
    if (!grant?.service) return this.#operators;
    const { service } = grant;
    const secret = secretOf(service);
    const key = JSON.stringify([service.clientId, secret]);
    const known = this.#known.get(key);
    if (known) return known;
    const cursorKey = cursorKeyOf(`${service.clientId} ${secret}`);
    const { settings, state, log } = this.#options;
    const ofGrant = (line: string) => log?.(`the upstream client of ${grant.name}: ${line}`);
    const opened = openService(service, settings, state, ofGrant);
    if (opened.circuit) this.#circuits.set(`key ${grant.name}`, opened.circuit);
    const upstream = { ...opened, cursorKey, notices: [] };
    this.#known.set(key, upstream);
    return upstream;
  }
}
