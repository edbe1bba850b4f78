import type { Circuit } from "@emberline/core";
import type { State } from "@emberline/state";
import { cursorKeyOf, secretOf } from "@emberline/tools";
import type { Grant } from "./access/grants.ts";
import { openService, openServicesOf, type Upstream, type UpstreamSettings } from "./upstream.ts";

type UpstreamOfCalls = Pick<
  Upstream,
  "client" | "circuit" | "digests" | "cursorKey" | "notices" | "layers"
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
  readonly #operators: UpstreamOfCalls & Pick<Upstream, "embedded">;
  readonly #options: Options;
  readonly #known = new Map<string, UpstreamOfCalls>();
  readonly #circuits = new Map<string, Circuit>();

  constructor(
    operators: UpstreamOfCalls & Pick<Upstream, "circuits" | "embedded">,
    options: Options,
  ) {
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
    const credentials = grant && credentialsOf(grant);
    if (!credentials) return this.#operators;
    const key = JSON.stringify(credentials);
    const known = this.#known.get(key);
    if (known) return known;
    const upstream = { ...this.#open(grant), cursorKey: cursorKeyOf(credentials.join(" ")) };
    this.#known.set(key, upstream);
    return upstream;
  }

  #open({ name, service, services }: Grant): Omit<UpstreamOfCalls, "cursorKey"> {
    const { settings, state, log } = this.#options;
    const ofGrant = (line: string) => log?.(`the upstream client of ${name}: ${line}`);
    if (services) {
      const { embedded } = this.#operators;
      const opened = openServicesOf(services, embedded, settings, state, ofGrant);
      for (const [of, circuit] of opened.circuits ?? [])
        this.#circuits.set(`key ${name} service ${of}`, circuit);
      return opened;
    }
    const opened = openService(service!, settings, state, ofGrant);
    if (opened.circuit) this.#circuits.set(`key ${name}`, opened.circuit);
    return { ...opened, notices: [] };
  }
}

/** What identifies the upstream of a grant; undefined if it is the operator's. */
function credentialsOf({ service, services }: Grant): string[] | undefined {
  if (service) return [service.clientId ?? "", secretOf(service)];
  return services?.flatMap(({ name, source }) =>
    source.kind === "embedded"
      ? [name]
      : [name, source.service.clientId ?? "", secretOf(source.service)],
  );
}
