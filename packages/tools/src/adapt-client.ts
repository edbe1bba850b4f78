import {
  type CallOptions,
  type Client,
  type Feature,
  type FeaturePage,
  type FeatureQuery,
  isEmberlineError,
  type ListingQuery,
  NotFoundError,
} from "@emberline/core";
import { ServerAbilities } from "./server-abilities.ts";
import type { RoleSettings } from "./values/roles.ts";
import { oddNames, withNumbers } from "./values/text-numbers.ts";

type Parameter = "bbox" | "datetime" | "filter";

/** Parameters that were left out, as letters before the cursor of such a listing. */
const letters = { b: "bbox", d: "datetime", f: "filter" } as const satisfies Record<
  string,
  Parameter
>;

/** Pages of which the tools select themselves are at least this large. */
const selfSelectedPageSize = 1000;

/** Everywhere between two latitudes. */
const west = -180;
const east = 180;

/** A query as it is sent, and how its pages are read. */
interface Adapted<Query> {
  readonly adapted: Query;
  /** Left out of the request; more may follow if the server refuses it. */
  readonly dropped: Set<Parameter>;
  readonly isFirst: boolean;
  readonly textNumbers: readonly string[];
}

/**
 * The client for the tools of a server that may not apply every parameter. What it refuses or
 * ignores is left out of the request and named in `unapplied`; a box across the antimeridian
 * becomes one around the Earth. The tools check every feature, so their answers stay exact. Numbers
 * that it writes as text are read as numbers where it describes no types.
 */
export function adaptClient(client: Client, roles?: RoleSettings): Client {
  const abilities = new ServerAbilities(client, roles);

  async function adapt<Query extends FeatureQuery & CallOptions>(
    id: string,
    query: Query,
  ): Promise<Adapted<Query>> {
    const { cursor } = query;
    const [, marks, rest] = /^([bdf]+)(&.*)$/s.exec(cursor ?? "") ?? [];
    const forced = new Set([...(marks ?? "")].map((each) => letters[each as keyof typeof letters]));
    const isFirst = cursor === undefined;
    const adapted: Query = { ...query, ...(rest !== undefined && { cursor: rest }) };
    const dropped = new Set<Parameter>(forced);
    const { bbox } = query;
    if (bbox && bbox[0] > bbox[bbox.length / 2]!) {
      dropped.add("bbox");
      adapted.bbox = [west, bbox[1], east, bbox[bbox.length / 2 + 1]!];
    }
    if (query.datetime !== undefined) {
      const by = forced.has("datetime") ? null : await abilities.time(id, query);
      if (by === "days") adapted.datetime = wholeDays(query.datetime);
      if (by === null) drop("datetime");
    }
    if (query.filter !== undefined) {
      const lang = forced.has("filter") ? null : await abilities.filterLang(id, query);
      if (lang === null) drop("filter");
      else adapted.filterLang = lang;
    }
    function drop(name: "datetime" | "filter"): void {
      delete adapted[name];
      dropped.add(name);
    }
    const textNumbers = await abilities.textNumbers(id, query);
    return { adapted, dropped, isFirst, textNumbers };
  }

  async function marked(
    given: FeaturePage,
    { dropped, textNumbers, adapted }: Adapted<FeatureQuery & CallOptions>,
  ): Promise<FeaturePage> {
    const isByPosition = byPosition.test(given.added ?? adapted.cursor ?? "");
    const page = {
      ...(textNumbers.length > 0 ? await numbered(given, textNumbers, adapted.pause) : given),
      ...(isByPosition && { isByPosition }),
    };
    if (dropped.size === 0) return page;
    const { numberMatched: _, ...rest } = page;
    const marks = Object.entries(letters)
      .filter(([, name]) => dropped.has(name))
      .map(([letter]) => letter);
    const added = page.added === null ? null : marks.join("") + page.added;
    return { ...rest, added, unapplied: [...dropped] };
  }

  async function page(id: string, query: FeatureQuery & CallOptions = {}): Promise<FeaturePage> {
    const all = await adapt(id, query);
    const { adapted, dropped, isFirst } = all;
    for (;;) {
      const limit = pageSize(adapted.limit, dropped);
      try {
        const given = await client.features.page(id, { ...adapted, ...limit });
        return await marked(given, all);
      } catch (error) {
        if (!isFirst || !dropRefused(error, adapted, dropped)) throw error;
      }
    }
  }

  async function* pages(id: string, query: ListingQuery & CallOptions = {}) {
    const all = await adapt(id, query);
    const { adapted, dropped, isFirst } = all;
    for (let read = 0; ; ) {
      try {
        for await (const page of client.features.pages(id, adapted)) {
          read += 1;
          yield await marked(page, all);
        }
        return;
      } catch (error) {
        if (!isFirst || read > 0 || !dropRefused(error, adapted, dropped)) throw error;
      }
    }
  }

  async function get(id: string, featureId: string, options: CallOptions = {}): Promise<Feature> {
    const [feature, names] = await Promise.all([
      client.features.get(id, featureId, options),
      abilities.textNumbers(id, options),
    ]);
    return { ...feature, properties: withNumbers(feature.properties, names) };
  }

  let hasNoSimulations = false;

  return Object.freeze({
    ...client,
    collections: {
      ...client.collections,
      queryables: (id, options = {}) => abilities.properties(id, options),
    },
    features: {
      ...client.features,
      page: page as Client["features"]["page"],
      pages: pages as Client["features"]["pages"],
      get: get as Client["features"]["get"],
    },
    simulations: {
      ...client.simulations,
      async page(query) {
        if (hasNoSimulations) throw noSimulations();
        try {
          return await client.simulations.page(query);
        } catch (error) {
          if (!isEmberlineError(error) || error.status !== 404) throw error;
          hasNoSimulations = true;
          throw noSimulations();
        }
      },
    },
  } satisfies Client);
}

/** Parameters of links to a next page that count features or pages. */
const byPosition = /&(?:offset|startindex|start|page|pagenum)=/i;

/** The page with the properties of these names as numbers. */
async function numbered(
  page: FeaturePage,
  names: readonly string[],
  pause: CallOptions["pause"],
): Promise<FeaturePage> {
  const odd = new Set<string>();
  const features: Feature[] = [];
  for (const feature of page.features) {
    const pausing = pause?.();
    if (pausing) await pausing;
    const properties = withNumbers(feature.properties, names);
    for (const name of oddNames(properties, names)) odd.add(name);
    features.push({ ...feature, properties });
  }
  return { ...page, features, textNumbers: names, ...(odd.size > 0 && { oddTexts: [...odd] }) };
}

function noSimulations(): NotFoundError {
  return new NotFoundError("The service has no fire-spread simulations.", { status: 404 });
}

/** Leaves out what the server may have refused: the filter first. False if nothing is left. */
function dropRefused(error: unknown, query: FeatureQuery, dropped: Set<Parameter>): boolean {
  const isRefusal = isEmberlineError(error) && [400, 422, 500, 501].includes(error.status ?? 0);
  const name = (["filter", "datetime"] as const).find((each) => query[each] !== undefined);
  if (!isRefusal || name === undefined) return false;
  delete query[name];
  delete query.filterLang;
  dropped.add(name);
  return true;
}

/** A larger page where most features may not match. */
function pageSize(limit: number | undefined, dropped: ReadonlySet<Parameter>) {
  const isLarger = limit !== undefined && limit > 1 && dropped.size > 0;
  return isLarger ? { limit: Math.max(limit, selfSelectedPageSize) } : {};
}

/** The interval from the start of its first UTC day to the end of its last one. */
function wholeDays(datetime: string): string {
  const [start = "", end = start] = datetime.split("/");
  const day = (instant: string) => new Date(instant).toISOString().slice(0, 10);
  const isOpen = (instant: string) => instant === "" || instant === "..";
  const from = isOpen(start) ? ".." : `${day(start)}T00:00:00Z`;
  const to = isOpen(end) ? ".." : `${day(end)}T23:59:59Z`;
  return `${from}/${to}`;
}
