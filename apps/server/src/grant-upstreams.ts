import { isDeepStrictEqual } from "node:util";
import type { Circuit } from "@emberline/core";
import type { State } from "@emberline/state";
import { cursorKeyOf, type ServiceSettings, secretOf } from "@emberline/tools";
import type { Grant } from "./access/grants.ts";
import {
  openService,
  openServicesOf,
  signingSecrets,
  type Upstream,
  type UpstreamSettings,
} from "./upstream.ts";

type UpstreamOfCalls = Pick<
  Upstream,
  "client" | "circuit" | "digests" | "cursorKeys" | "notices" | "layers"
>;

interface Options {
  readonly settings: UpstreamSettings;
  readonly state: State;
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * The upstream of each grant. Caches belong to a client and cursors to its secret, or to the
 * organization by the signing secret, so that organizations share neither. Grants with the same
 * credentials share caches.
 */
export class GrantUpstreams {
  readonly #operators: UpstreamOfCalls & Pick<Upstream, "embedded">;
  readonly #options: Options;
  readonly #known: {
    readonly credentials: readonly unknown[];
    readonly upstream: Omit<UpstreamOfCalls, "cursorKeys">;
  }[] = [];
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

  /** By the id of the API client, of the service, or `operator`: entries share credentials. */
  circuits(): Iterable<readonly [string, Circuit]> {
    return this.#circuits;
  }

  of(grant: Grant | undefined): UpstreamOfCalls {
    const credentials = grant && credentialsOf(grant);
    if (!credentials) return this.#operators;
    let known = this.#known.find((each) => isDeepStrictEqual(each.credentials, credentials));
    if (!known) {
      known = { credentials, upstream: this.#open(grant) };
      this.#known.push(known);
    }
    const { signing } = this.#options.settings;
    const secret = () => credentials.map(textOf).join(" ");
    return {
      ...known.upstream,
      cursorKeys: () => signingSecrets(signing, secret, grant.name).map(cursorKeyOf),
    };
  }

  #open({ service, services }: Grant): Omit<UpstreamOfCalls, "cursorKeys"> {
    const { settings, state, log } = this.#options;
    const number = this.#known.length + 1;
    const nameOf = (id = `of credentials ${number}`) => `client ${id}`;
    if (services) {
      const { embedded } = this.#operators;
      const ids = new Map(
        services.flatMap(({ name, source }) =>
          source.kind === "embedded" ? [] : [[name, source.service.clientId] as const],
        ),
      );
      const ofGrant = (line: string) => log?.(`${nameOf()}: ${line}`);
      const opened = openServicesOf(services, embedded, settings, state, ofGrant);
      for (const [of, circuit] of opened.circuits ?? [])
        this.#circuits.set(`${nameOf(ids.get(of))} service ${of}`, circuit);
      return opened;
    }
    const name = nameOf(service!.clientId);
    const opened = openService(service!, settings, state, (line) => log?.(`${name}: ${line}`));
    if (opened.circuit) this.#circuits.set(name, opened.circuit);
    return { ...opened, notices: [] };
  }
}

type Text = string | (() => string);

const textOf = (text: Text) => (typeof text === "string" ? text : text());

/** What identifies the upstream of a grant; undefined if it is the operator's. */
function credentialsOf({ service, services }: Grant): readonly Text[] | undefined {
  const ofService = (each: ServiceSettings): Text[] => [
    each.clientId ?? "",
    // One that may change is the same while it is that of the same variable.
    each.clientSecret ?? each.token ?? each.authHeader?.value ?? secretOf(each),
  ];
  if (service) return ofService(service);
  return services?.flatMap(({ name, source }) =>
    source.kind === "embedded" ? [name] : [name, ...ofService(source.service)],
  );
}
