import { nearest } from "@emberline/cql2/nearest";
import type { CallOptions } from "./http/call-options.ts";
import type { OneOfSeveral } from "./one-of-several.ts";
import { eachPage, type SimulationQuery, type Simulations } from "./service/simulations.ts";
import type { SimulationPage } from "./service/types.ts";
import { type EmberlineError, InvalidRequestError, NotFoundError } from "./values/errors.ts";

/**
 * The simulations of one of several services: of the only one that has any, or of the one that
 * `service` or the cursor names. Their ids, and cursors, begin with its name.
 */
export function chooseSimulations(services: readonly OneOfSeveral[]): Simulations {
  const named = (service: OneOfSeveral, { items, nextCursor, ...rest }: SimulationPage) => ({
    ...rest,
    items: items.map((each) => ({ ...each, id: service.idOf(each.id) })),
    nextCursor: nextCursor === null ? null : service.idOf(nextCursor),
  });

  async function page(query: SimulationQuery & CallOptions = {}): Promise<SimulationPage> {
    const { service: name, cursor, onMissing, ...options } = query;
    if (cursor !== undefined) {
      const { service, local } = ofCursor(cursor, name, services);
      const rest = { ...options, cursor: local };
      return named(service, await service.call(({ simulations }) => simulations.page(rest)));
    }
    const asked = name === undefined ? services : [serviceNamed(name, services)];
    const failed = new Map<string, EmberlineError>();
    const begin = async (service: OneOfSeveral) => {
      const list = await service.partOf(
        "simulations",
        options,
        ({ simulations }, limited) => simulations.page(limited),
        (error) => failed.set(service.name, error),
      );
      return list && { service, list };
    };
    const lists = (await Promise.all(asked.map(begin))).filter((each) => each !== null);
    const [error] = failed.values();
    const filled = lists.filter(({ list }) => list.items.length > 0);
    const [found = lists[0]] = filled;
    if (!found) throw error ?? notOffered(name);
    if (filled.length > 1) throw several(filled.map(({ service }) => service.name));
    for (const [name, error] of failed) onMissing?.({ name, error });
    return named(found.service, found.list);
  }

  return { page, iterate: (query) => eachPage(page, query) };
}

function notOffered(name: string | undefined): NotFoundError {
  const without = name === undefined ? "None of the services offers" : `Service ${name} has no`;
  return new NotFoundError(`${without} simulations.`);
}

function several(names: readonly string[]): InvalidRequestError {
  return new InvalidRequestError(
    `Several services have simulations (${names.join(", ")}): choose one, as service "${names[0]}" of a list of simulations, or as collection "${names[0]}:simulations".`,
  );
}

function serviceNamed(name: string, services: readonly OneOfSeveral[]): OneOfSeveral {
  const found = services.find((each) => each.name === name);
  if (found) return found;
  const names = services.map((each) => each.name);
  const [near] = nearest(name, names, 1);
  throw new InvalidRequestError(
    `There is no service ${JSON.stringify(name.slice(0, 60))}${near === undefined ? "" : `; did you mean ${near}?`} The services are ${names.join(", ")}.`,
  );
}

function ofCursor(
  cursor: string,
  name: string | undefined,
  services: readonly OneOfSeveral[],
): { service: OneOfSeveral; local: string } {
  const colon = cursor.indexOf(":");
  const service = services.find((each) => each.name === cursor.slice(0, Math.max(0, colon)));
  if (service && (name ?? service.name) === service.name)
    return { service, local: cursor.slice(colon + 1) };
  throw new InvalidRequestError(
    "cursor does not belong to the simulations of this service: begin again without cursor.",
  );
}
