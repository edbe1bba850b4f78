import { chooseSimulations } from "./choose-simulations.ts";
import type { Client, NamedClient } from "./client.ts";
import { type Clock, checkTimeoutMs, systemClock } from "./http/deadline.ts";
import { OneOfSeveral } from "./one-of-several.ts";
import type { CollectionDescription } from "./service/types.ts";
import { type EmberlineError, InvalidRequestError, NotFoundError } from "./values/errors.ts";

export interface CombineOptions {
  /** How long a list waits for a service before it does without it; default 5,000. */
  listTimeoutMs?: number;
  clock?: Pick<Clock, "monotonicMs">;
}

/** Without a colon, so that the first one in an id ends the name. */
const serviceName = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * One client of several services, whose collections and simulations have the name of their service
 * and a colon in front of their ids. A list is without a service that does not answer, and says so
 * by `onMissing`; any other call depends only on its own service. Clients keep their own
 * credentials, circuits and time limits. A single client is returned as it is, without names.
 *
 * @example
 * const client = combineClients([
 *   { name: "firms", client: hotspots },
 *   { name: "nifc", client: perimeters },
 * ]);
 *
 * @throws {InvalidRequestError} when there is no client, or a name is not valid or not unique
 */
export function combineClients(
  clients: readonly NamedClient[],
  { listTimeoutMs = 5000, clock = systemClock }: CombineOptions = {},
): Client {
  const [first] = clients;
  if (!first) throw new InvalidRequestError("There is no client to combine: give at least one.");
  checkNames(clients.map(({ name }) => name));
  if (clients.length === 1) return first.client;
  for (const each of clients) checkTimeoutMs(each.listTimeoutMs ?? listTimeoutMs);
  const all = clients.map((each) => new OneOfSeveral(each, listTimeoutMs, clock));
  const byName = new Map(all.map((service) => [service.name, service]));

  function find(id: string): { service: OneOfSeveral; id: string } | undefined {
    const colon = id.indexOf(":");
    const service = byName.get(id.slice(0, Math.max(0, colon)));
    return service && { service, id: id.slice(colon + 1) };
  }

  /** Throws `NotFoundError`. */
  function resolve(id: string): { service: OneOfSeveral; id: string } {
    const found = find(id);
    if (found) return found;
    const names = all.map(({ name }) => `${name}:`).join(", ");
    throw new NotFoundError(
      `There is no ${JSON.stringify(id.slice(0, 100))}: ids begin with the name of their service (${names}).`,
    );
  }

  async function describe(
    given: string,
    work: (client: Client, id: string) => Promise<CollectionDescription>,
  ): Promise<CollectionDescription> {
    const { service, id } = resolve(given);
    const description = await service.call((client) => work(client, id));
    return { ...description, id: service.idOf(description.id) };
  }

  const combined: Client = {
    baseUrl: first.client.baseUrl,
    featuresUrl: first.client.featuresUrl,
    services: {
      all: clients,
      of(given) {
        const found = find(given);
        return found && { name: found.service.name, client: found.service.client, id: found.id };
      },
    },
    collections: {
      async list(options = {}) {
        const missing = new Map<string, EmberlineError>();
        const lists = await Promise.all(
          all.map((service) =>
            service.partOf(
              "collections",
              options,
              (client, limited) => client.collections.list(limited),
              (error) => missing.set(service.name, error),
            ),
          ),
        );
        if (missing.size === all.length) throw missing.get(first.name);
        for (const [name, error] of missing) options.onMissing?.({ name, error });
        return lists.flatMap((list, i) =>
          (list ?? []).map((each) => ({ ...each, id: all[i]!.idOf(each.id) })),
        );
      },
      get: (given, options) => describe(given, (client, id) => client.collections.get(id, options)),
      async queryables(given, options) {
        const { service, id } = resolve(given);
        return service.call((client) => client.collections.queryables(id, options));
      },
      async schema(given, options) {
        const { service, id } = resolve(given);
        return service.call((client) => client.collections.schema(id, options));
      },
    },
    features: {
      async page(given, query) {
        const { service, id } = resolve(given);
        return service.call((client) => client.features.page(id, query));
      },
      async *iterate(given, query) {
        const { service, id } = resolve(given);
        yield* service.each((client) => client.features.iterate(id, query));
      },
      async *pages(given, query) {
        const { service, id } = resolve(given);
        yield* service.each((client) => client.features.pages(id, query));
      },
      async sorts(given, options) {
        const { service, id } = resolve(given);
        return service.call((client) => client.features.sorts(id, options));
      },
      async selects(given, options) {
        const { service, id } = resolve(given);
        return service.call((client) => client.features.selects(id, options));
      },
      async get(given, featureId, options) {
        const { service, id } = resolve(given);
        return service.call((client) => client.features.get(id, featureId, options));
      },
      async count(given, query) {
        const { service, id } = resolve(given);
        return service.call((client) => client.features.count(id, query));
      },
      url(given, query) {
        const { service, id } = resolve(given);
        return service.client.features.url(id, query);
      },
      async plan(given, query) {
        const { service, id } = resolve(given);
        return service.call((client) => client.features.plan(id, query));
      },
    },
    simulations: chooseSimulations(all),
    aggregates: {
      async isOffered(given, options) {
        const { service, id } = resolve(given);
        return service.call(async ({ aggregates }) => !!(await aggregates?.isOffered(id, options)));
      },
      async get(given, query) {
        const { service, id } = resolve(given);
        return service.call(({ aggregates }) => {
          if (aggregates) return aggregates.get(id, query);
          throw new NotFoundError(
            `The service of ${JSON.stringify(given.slice(0, 100))} does not aggregate.`,
          );
        });
      },
      url(given, query) {
        const { service, id } = resolve(given);
        const { aggregates, features } = service.client;
        return aggregates ? aggregates.url(id, query) : features.url(id);
      },
    },
    async request(given, options) {
      const { service, id } = resolve(given);
      return service.call((client) => client.request(id, options));
    },
  };
  return Object.freeze(combined);
}

function checkNames(names: readonly string[]): void {
  const wrong = names.find((name) => !serviceName.test(name));
  if (wrong !== undefined) {
    throw new InvalidRequestError(
      `The name ${JSON.stringify(wrong)} of a service is not valid: give up to 32 small letters, digits and hyphens, beginning with a letter.`,
    );
  }
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new InvalidRequestError(`Two services are named ${twice}: give each its own name.`);
}
