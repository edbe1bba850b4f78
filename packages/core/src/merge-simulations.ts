import { parseTimeMs } from "@emberline/geo";
import type { CallOptions } from "./http/call-options.ts";
import {
  maxPageSize,
  type Place,
  type Places,
  printState,
  readState,
  type State,
} from "./merged-state.ts";
import type { OneOfSeveral } from "./one-of-several.ts";
import { checkLimit } from "./service/paths.ts";
import type {
  SimulationListingQuery,
  SimulationQuery,
  Simulations,
} from "./service/simulations.ts";
import type { Simulation, SimulationPage } from "./service/types.ts";
import { type EmberlineError, NotFoundError, ResponseError } from "./values/errors.ts";

/** A page of one service, without what was taken from it. */
interface Part extends Place {
  readonly service: OneOfSeveral;
  readonly items: Simulation[];
  readonly next: string | null;
  /** False if the last simulation taken has moved to a later page, because others have begun. */
  readonly isFound: boolean;
}

/** The simulations of all services that have any, as one list, newest first. */
export function mergeSimulations(services: readonly OneOfSeveral[]): Simulations {
  async function page(query: SimulationQuery & CallOptions = {}): Promise<SimulationPage> {
    const { cursor, onMissing, ...options } = query;
    const limit = checkLimit(query.limit ?? 20, "limit", maxPageSize);
    const state =
      cursor === undefined
        ? null
        : readState(
            cursor,
            services.map(({ name }) => name),
          );
    const notices: string[] = [];
    const read = async (service: OneOfSeveral, place: Place): Promise<Part> => {
      const { page, size } = place;
      const asked = { ...options, limit: size, ...(page !== null && { cursor: page }) };
      const found = await service.call(({ simulations }) => simulations.page(asked));
      notices.push(...(found.notices ?? []));
      return toPart(service, place, found, state?.lastMs ?? null);
    };

    const failed = new Map<string, EmberlineError>();
    const begin = async (service: OneOfSeveral): Promise<Part | null> => {
      const place = state?.places[service.name];
      if (state) return place ? read(service, place) : null;
      const first = { page: null, size: limit, after: null };
      const asked = { ...options, limit };
      const found = await service.partOf(
        "simulations",
        asked,
        ({ simulations }, limited) => simulations.page(limited),
        (error) => failed.set(service.name, error),
      );
      notices.push(...(found?.notices ?? []));
      return found && toPart(service, first, found, null);
    };
    const begun = await Promise.all(services.map(begin));
    const parts = begun.filter((part) => part !== null);
    const missing = services.filter(
      ({ name }) => failed.has(name) || state?.missing.includes(name),
    );
    const errorOf = (service: OneOfSeveral) =>
      failed.get(service.name) ?? service.notAnswering("it did not answer when the list began.");
    if (!state && parts.length === 0) throw missing[0] ? errorOf(missing[0]) : noSimulations();
    for (const each of missing) onMissing?.({ name: each.name, error: errorOf(each) });

    const { items, places } = await take(parts, limit, read);
    const last = items.at(-1);
    const next: State = {
      places,
      lastMs: last ? createdMs(last) : (state?.lastMs ?? null),
      missing: missing.map(({ name }) => name),
    };
    return {
      items,
      nextCursor: Object.keys(places).length === 0 ? null : printState(next),
      ...(notices.length > 0 && { notices: [...new Set(notices)] }),
    };
  }

  async function* iterate(
    query: SimulationListingQuery & CallOptions = {},
  ): AsyncGenerator<Simulation, void, undefined> {
    const pageSize = checkLimit(query.pageSize ?? maxPageSize, "pageSize", maxPageSize);
    let remaining =
      query.limit === undefined
        ? Infinity
        : checkLimit(query.limit, "limit", Number.MAX_SAFE_INTEGER);
    let { cursor } = query;
    while (remaining > 0) {
      const limit = Math.min(pageSize, remaining);
      const { items, nextCursor } = await page({ ...query, limit, cursor });
      yield* items;
      remaining -= items.length;
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }

  return { page, iterate };
}

/** Takes the newest of all parts, one at a time; each service's own order stays as it is. */
async function take(
  begun: readonly Part[],
  limit: number,
  read: (service: OneOfSeveral, place: Place) => Promise<Part>,
): Promise<{ items: Simulation[]; places: Places }> {
  const parts = [...begun];
  const items: Simulation[] = [];
  const followed = new Set<string>();
  while (items.length < limit) {
    for (const [i, begun] of parts.entries()) {
      let part = begun;
      while (part.items.length === 0 && part.next !== null) {
        const step = `${part.service.name} ${part.next}`;
        if (followed.has(step)) throw endless(part.service);
        followed.add(step);
        part = await read(part.service, placeBehind(part, part.next, limit));
        parts[i] = part;
      }
    }
    const newest = parts
      .filter((part) => part.items.length > 0)
      .reduce<Part | null>(
        (best, part) =>
          best && createdMs(best.items[0]!) >= createdMs(part.items[0]!) ? best : part,
        null,
      );
    if (!newest) break;
    const [taken, ...rest] = newest.items;
    items.push({ ...taken!, id: newest.service.idOf(taken!.id) });
    parts[parts.indexOf(newest)] = {
      ...newest,
      items: rest,
      after: taken!.id,
      isFound: true,
    };
  }
  const places = parts.flatMap((part) => {
    const { service, items: left, page, size, after, next } = part;
    if (left.length > 0) return [[service.name, { page, size, after }] as const];
    return next === null ? [] : [[service.name, placeBehind(part, next, limit)] as const];
  });
  return { items, places: Object.fromEntries(places) };
}

function placeBehind({ isFound, after }: Part, page: string, size: number): Place {
  return { page, size, after: isFound ? null : after };
}

function toPart(
  service: OneOfSeveral,
  place: Place,
  { items: listed, nextCursor: next }: SimulationPage,
  lastMs: number | null,
): Part {
  const { after } = place;
  const at = after === null ? -1 : listed.findIndex(({ id }) => id === after);
  if (after === null || at >= 0)
    return { ...place, service, items: listed.slice(at + 1), next, isFound: true };
  // What is newer was taken before, or has begun since.
  const items = lastMs === null ? listed : listed.filter((each) => createdMs(each) < lastMs);
  return { ...place, service, items, next, isFound: items.length > 0 };
}

/** Simulations with a wrong time come last. */
function createdMs({ createdAt }: Simulation): number {
  return parseTimeMs(createdAt) ?? Number.NEGATIVE_INFINITY;
}

function noSimulations(): NotFoundError {
  return new NotFoundError("None of the services offers simulations.");
}

function endless(service: OneOfSeveral): ResponseError {
  const problem = "the nextCursor of its simulations was already followed in this listing";
  return new ResponseError(`Service ${service.name}: ${problem}.`, { service: service.name });
}
