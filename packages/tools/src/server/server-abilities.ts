import { type Client, type Feature, type FilterLang, isEmberlineError } from "@emberline/core";
import { build } from "@emberline/cql2";
import { parseTimeMs } from "@emberline/geo";
import { idOf, ownProperty } from "../values/own-property.ts";
import { findRoles, type RoleSettings, rolesFrom, rolesIn, timeOf } from "../values/roles.ts";
import { isTimeText } from "../values/time-text.ts";
import { type Asked, Remembered, ServerReader } from "./server-reader.ts";

/**
 * What an OGC API Features server can do, found by asking once: for each collection whether a
 * parameter really selects what it should.
 */
export class ServerAbilities {
  readonly reader: ServerReader;
  readonly #roles: RoleSettings;
  readonly #remembered = new Remembered();

  constructor(client: Client, roles: RoleSettings = {}) {
    this.reader = new ServerReader(client);
    this.#roles = roles;
  }

  /** How `datetime` selects; null if the server refuses or ignores it, or that cannot be known. */
  time(id: string, asked: Asked): Promise<TimeSelection | null> {
    const ask = () => probeTime(this.reader, id, this.#roles[id], asked);
    return this.#remembered.once(`time ${id}`, ask).catch(() => null);
  }

  /** The language in which filters select; null if none does. */
  filterLang(id: string, asked: Asked): Promise<FilterLang | null> {
    const ask = () => probeFilter(this.reader, id, asked);
    return this.#remembered.once(`filter ${id}`, ask).catch(() => null);
  }

  /** Whether filters compare the times of a property as they should. */
  comparesTimes(id: string, name: string, lang: FilterLang, asked: Asked): Promise<boolean> {
    const ask = () => probeComparison(this.reader, id, name, lang, asked);
    return this.#remembered.once(`times ${id} ${name}`, ask).catch(() => false);
  }

  /** Whether it sorts by a property, and counts. */
  sorts(id: string, name: string, asked: Asked): Promise<boolean> {
    const ask = () => probeOrder(this.reader, id, name, asked);
    return this.#remembered.once(`order ${id} ${name}`, ask).catch(() => false);
  }
}

/** Asks for the first in both directions: they have to be in order, and the sample between them. */
async function probeOrder(
  reader: ServerReader,
  id: string,
  name: string,
  asked: Asked,
): Promise<boolean> {
  const { numbers, times } = await reader.forms(id, asked);
  // A list separated by commas cannot have such a name. Texts have an order of their own.
  if (name.includes(",") || numbers.includes(name) || times.includes(name)) return false;
  if (!(await reader.hasCount(id, asked))) return false;
  const features = await reader.sample(id, asked);
  if (features.some((each) => idOf(each) === null)) return false;
  const valuesOf = (features: readonly Feature[] | null) =>
    features?.map(({ properties }) => comparable(ownProperty(properties, name))) ?? [];
  const rising = valuesOf(await reader.ask(id, { sortBy: [name] }, asked));
  if (!isRising(rising)) return false;
  const falling = valuesOf(await reader.ask(id, { sortBy: [`-${name}`] }, asked));
  const [least, greatest] = [rising[0], falling[0]];
  if (least === undefined || greatest === undefined || least >= greatest) return false;
  const sample = valuesOf(features);
  const isBetween = sample.every(
    (each) => each === undefined || (each >= least && each <= greatest),
  );
  falling.reverse();
  // One page in both orders may be sorted after it was chosen.
  return isBetween && isRising(falling) && falling.some((each, i) => each !== rising[i]);
}

/** A number, or the milliseconds of a time; undefined for other values. */
function comparable(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return isTimeText(value) ? parseTimeMs(value) : undefined;
}

function isRising(values: readonly (number | undefined)[]): boolean {
  return values.every((each, i) => each !== undefined && (i === 0 || values[i - 1]! <= each));
}

/** Asks for the second of a sampled time, or for its day: others must not come. */
async function probeComparison(
  reader: ServerReader,
  id: string,
  name: string,
  filterLang: FilterLang,
  asked: Asked,
): Promise<boolean> {
  const timeIn = ({ properties }: Feature) => ownProperty(properties, name);
  const sampled = (await reader.sample(id, asked)).map(timeIn).find(isTimeText);
  if (sampled === undefined) return false;
  const secondOf = (value: string) => Math.floor(parseTimeMs(value)! / 1000);
  const [from, to] = [0, 1].map((more) =>
    build.timestamp(new Date((secondOf(sampled) + more) * 1000)),
  );
  const property = build.property(name);
  const filter =
    sampled.length === 10
      ? build.eq(property, build.date(sampled))
      : build.and(build.ge(property, from!), build.lt(property, to!));
  const found = (await reader.ask(id, { filter, filterLang }, asked))?.map(timeIn) ?? [];
  const isSame = (each: unknown) => isTimeText(each) && secondOf(each) === secondOf(sampled);
  return found.length > 0 && found.every(isSame);
}

/** Types of properties by which a filter is tried, and how many properties at most. */
const plainTypes: ReadonlySet<string> = new Set(["string", "number", "integer"]);
const maxCandidates = 3;

/** Asks for a value of the sample, then for what nothing can be. */
async function probeFilter(
  reader: ServerReader,
  id: string,
  asked: Asked,
): Promise<FilterLang | null> {
  const classes = await reader.classes(asked);
  const has = (pattern: RegExp) => classes.some((each) => pattern.test(each));
  if (!has(/\/(features-)?filter$/)) return null;
  // Some name no language, such as tipg, which filters by CQL2.
  const isEcql = !has(/cql2-text$/) && has(/ecql(-text)?$/);
  const lang = isEcql ? "ecql-text" : "cql2-text";
  const queryables = await reader.queryables(id, asked);
  if (!queryables) return null;
  const features = await reader.sample(id, asked);
  const { times } = await reader.forms(id, asked);
  const candidates = queryables.flatMap(({ id: name, type }) => {
    const value = features.map((each) => each.properties?.[name]).find(isPlain);
    // Literals of times differ between servers.
    const isSent = plainTypes.has(type) && !times.includes(name);
    return isSent && value !== undefined ? [{ name, value }] : [];
  });
  for (const { name, value } of candidates.slice(0, maxCandidates)) {
    const property = build.property(name);
    const equal = { filter: build.eq(property, value), filterLang: lang } as const;
    const found = await reader.ask(id, equal, asked);
    if (!found?.length || found.some((each) => each.properties?.[name] !== value)) continue;
    const isMissing = build.isNull(property);
    const never = { filter: build.and(isMissing, build.not(isMissing)), filterLang: lang };
    if ((await reader.ask(id, never, asked))?.length === 0) return lang;
  }
  return null;
}

function isPlain(value: unknown): value is string | number {
  return (typeof value === "string" && value.length <= 200) || typeof value === "number";
}

/** What a server can do with one collection. */
export interface CollectionAbilities {
  /** What the links to further pages count; null if one page has everything. */
  readonly paging: string | null;
  /** Features on a page of which 1,000 were asked for. */
  readonly pageSize: number;
  /** Whether pages state how many features match. */
  readonly hasCount: boolean;
  readonly time: TimeSelection | null;
  readonly filterLang: string | null;
  /** How many properties the server describes; null for none. */
  readonly properties: number | null;
  /** The roles of properties that were found. */
  readonly roles: readonly string[];
}

const askedSize = 1000;

/**
 * What a server can do with a collection, found by a few requests.
 *
 * @param client one that sends every parameter, as `createClient` makes it
 */
export async function describeServer(
  client: Client,
  id: string,
  roles: RoleSettings = {},
): Promise<CollectionAbilities> {
  const abilities = new ServerAbilities(client, roles);
  const page = await client.features.page(id, { limit: askedSize, onInvalid: "skip" });
  const one = await client.features.page(id, { limit: 1, onInvalid: "skip" });
  const described = await abilities.reader.properties(id, {}).catch((error: unknown) => {
    if (isEmberlineError(error) && error.status === 404) return null;
    throw error;
  });
  const found = {
    ...(described ? findRoles(described) : rolesIn(page.features.slice(0, 20))),
    ...rolesFrom(roles[id]),
  };
  const added = [...new URLSearchParams(one.added?.slice(1))];
  const name = added.find(([, value]) => /^\d+$/.test(value))?.[0];
  return {
    paging: one.next === null ? null : (name ?? "links"),
    pageSize: page.features.length + page.skipped,
    hasCount: page.numberMatched !== undefined,
    time: await abilities.time(id, {}),
    filterLang: await abilities.filterLang(id, {}),
    properties: described?.length ?? null,
    roles: Object.keys(found),
  };
}

/** How `datetime` selects in a collection: to the instant, or only by whole UTC days. */
export type TimeSelection = "instants" | "days";

/** Before any observation. */
const early = "1800-01-01T00:00:00Z/1800-01-02T00:00:00Z";

/** Asks for the time of one feature: a server that selects by time sends no other. */
async function probeTime(
  reader: ServerReader,
  id: string,
  settings: RoleSettings[string] | undefined,
  asked: Asked,
): Promise<TimeSelection | null> {
  const features = await reader.sample(id, asked);
  const described = await reader.properties(id, asked).catch(() => null);
  const roles = {
    ...(described ? findRoles(described) : rolesIn(features)),
    ...rolesFrom(settings),
  };
  const times = features.flatMap((each) => timeOf(each.properties, roles) ?? []);
  const [first] = times;
  if (first === undefined) return null;
  const isDay = first.length === 10;
  const found = await reader.ask(id, { datetime: isDay ? wholeDay(first) : first }, asked);
  const foundTimes = found?.flatMap((each) => timeOf(each.properties, roles) ?? []) ?? [];
  if (foundTimes.length === 0 || foundTimes.some((each) => each !== first)) return null;
  const selection = isDay ? "days" : "instants";
  // Where all of the sample have one time, a server that ignores it would return the same.
  if (times.some((each) => each !== first)) return selection;
  const none = await reader.ask(id, { datetime: early }, asked);
  return none?.some((each) => timeOf(each.properties, roles) !== null) ? null : selection;
}

/** The UTC day of a date, as a closed interval. */
function wholeDay(date: string): string {
  return `${date}T00:00:00Z/${date}T23:59:59Z`;
}
