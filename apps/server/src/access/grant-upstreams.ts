import { createClient } from "@emberline/core";
import { cursorKeyOf } from "@emberline/tools";
import type { Upstream } from "../upstream.ts";
import type { Grant } from "./grants.ts";

type UpstreamOfCalls = Pick<Upstream, "client" | "cursorKey" | "notices">;

/**
 * The upstream of each grant. Caches belong to a client and cursors to its secret, so organizations
 * share neither; grants with equal credentials share both.
 */
export class GrantUpstreams {
  readonly #operators: UpstreamOfCalls;
  readonly #known = new Map<string, UpstreamOfCalls>();

  constructor(operators: UpstreamOfCalls) {
    this.#operators = operators;
  }

  of(grant: Grant | undefined): UpstreamOfCalls {
    if (!grant?.service) return this.#operators;
    const { service } = grant;
    const key = JSON.stringify([service.clientId, service.clientSecret]);
    const known = this.#known.get(key);
    if (known) return known;
    const cursorKey = cursorKeyOf(`${service.clientId} ${service.clientSecret}`);
    const upstream = { client: createClient(service), cursorKey, notices: [] };
    this.#known.set(key, upstream);
    return upstream;
  }
}
