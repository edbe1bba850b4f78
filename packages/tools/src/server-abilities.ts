import {
  type Client,
  type Feature,
  isEmberlineError,
  NotFoundError,
  type Queryable,
} from "@emberline/core";
import { build } from "@emberline/cql2";
import { findRoles, type RoleSettings, rolesFrom, rolesIn, timeOf } from "./values/roles.ts";
import { textNumberNames } from "./values/text-numbers.ts";

/** What a server can do is asked again after this time. */
const freshMs = 600_000;

const sampleSize = 20;

/** Types of properties by which a filter is tried, and how many properties at most. */
const plainTypes: ReadonlySet<string> = new Set(["string", "number", "integer"]);
const maxCandidates = 3;

/** How `datetime` selects in a collection: to the instant, or only by whole UTC days. */
export type TimeSelection = "instants" | "days";

interface Asked {
  readonly signal?: AbortSignal | undefined;
}

/**
 * What an OGC API Features server can do, found by asking once: its conformance classes, then for
 * each collection whether a parameter really selects what it should.
 */
export class ServerAbilities {
  readonly #client: Client;
  readonly #roles: RoleSettings;
  readonly #known = new Map<string, { atMs: number; answer: Promise<unknown> }>();

  constructor(client: Client, roles: RoleSettings = {}) {
    this.#client = client;
    this.#roles = roles;
  }

  /** The conformance classes that the server declares; none if it declares nothing. */
  classes({ signal }: Asked): Promise<readonly string[]> {
    const read = async (path: string): Promise<readonly string[] | null> => {
      const headers = { accept: "application/json" };
      const root = this.#client.featuresUrl.slice(this.#client.baseUrl.length + 1);
      for (const form of ["", "?f=json", "?f=application/json"]) {
        const url = `${root === "" ? "" : `${root}/`}${path}${form}`;
        const body = await ifAnswered(
          this.#client.request(url, { headers, signal }).then((response) => response.json()),
        );
        const list = (body as { conformsTo?: unknown } | null)?.conformsTo;
        if (Array.isArray(list)) return list.filter((each) => typeof each === "string");
      }
      return null;
    };
    return this.#once("classes", async () => (await read("conformance")) ?? (await read("")) ?? []);
  }

  /** The properties that filters may use; null if the server does not list them. */
  queryables(id: string, { signal }: Asked): Promise<readonly Queryable[] | null> {
    return this.#once(`queryables ${id}`, () =>
      ifAnswered(this.#client.collections.queryables(id, { signal })),
    );
  }

  /**
   * The properties of features: of the schema (Part 5) and the queryables together.
   *
   * @throws {NotFoundError} when the server describes none (`not-found`)
   */
  async properties(id: string, asked: Asked): Promise<Queryable[]> {
    const [queryables, schema] = await Promise.all([
      this.queryables(id, asked),
      this.#schema(id, asked),
    ]);
    const all = new Map(
      [...(schema ?? []), ...(queryables ?? [])].map((each) => [`${each.id} ${each.type}`, each]),
    );
    if (all.size > 0) return [...all.values()];
    throw new NotFoundError(`The service does not describe the properties of ${id}.`, {
      status: 404,
    });
  }

  /** The properties that are numbers written as text, where no types are described. */
  async textNumbers(id: string, asked: Asked): Promise<readonly string[]> {
    const [queryables, schema] = await Promise.all([
      this.queryables(id, asked),
      this.#schema(id, asked),
    ]);
    if (queryables?.length || schema?.length) return [];
    return textNumberNames(await this.#sample(id, asked));
  }

  /** How `datetime` selects; null if the server refuses or ignores it, or that cannot be known. */
  time(id: string, asked: Asked): Promise<TimeSelection | null> {
    return this.#once(`time ${id}`, () => this.#probeTime(id, asked), null);
  }

  /** The language in which filters select; null if none does. */
  filterLang(id: string, asked: Asked): Promise<"cql2-text" | "ecql-text" | null> {
    return this.#once(`filter ${id}`, () => this.#probeFilter(id, asked), null);
  }

  async #probeTime(id: string, asked: Asked): Promise<TimeSelection | null> {
    const features = await this.#sample(id, asked);
    const queryables = await this.queryables(id, asked);
    const properties = Object.assign({}, ...features.map((each) => each.properties));
    const roles = {
      ...(queryables ? findRoles(queryables) : rolesIn(properties)),
      ...rolesFrom(this.#roles[id]),
    };
    const times = features.flatMap((each) => timeOf(each.properties, roles) ?? []);
    const [first] = times;
    if (first === undefined) return null;
    const isDay = first.length === 10;
    const found = await this.#ask(id, { datetime: isDay ? wholeDay(first) : first }, asked);
    const foundTimes = found?.flatMap((each) => timeOf(each.properties, roles) ?? []) ?? [];
    if (foundTimes.length === 0 || foundTimes.some((each) => each !== first)) return null;
    const selection = isDay ? "days" : "instants";
    // Where all of the sample have one time, a server that ignores it would return the same.
    if (times.some((each) => each !== first)) return selection;
    const early = "1800-01-01T00:00:00Z/1800-01-02T00:00:00Z";
    const none = await this.#ask(id, { datetime: early }, asked);
    return none?.some((each) => timeOf(each.properties, roles) !== null) ? null : selection;
  }

  async #probeFilter(id: string, asked: Asked): Promise<"cql2-text" | "ecql-text" | null> {
    const classes = await this.classes(asked);
    const has = (pattern: RegExp) => classes.some((each) => pattern.test(each));
    if (!has(/\/(features-)?filter$/)) return null;
    const lang = has(/cql2-text$/) ? "cql2-text" : has(/ecql(-text)?$/) ? "ecql-text" : null;
    const queryables = await this.queryables(id, asked);
    if (lang === null || !queryables) return null;
    const features = await this.#sample(id, asked);
    const candidates = queryables.flatMap(({ id: name, type }) => {
      const value = features.map((each) => each.properties?.[name]).find(isPlain);
      // Literals of times differ between servers.
      return plainTypes.has(type) && value !== undefined ? [{ name, value }] : [];
    });
    for (const { name, value } of candidates.slice(0, maxCandidates)) {
      const property = build.property(name);
      const equal = { filter: build.eq(property, value), filterLang: lang } as const;
      const found = await this.#ask(id, equal, asked);
      if (!found?.length || found.some((each) => each.properties?.[name] !== value)) continue;
      const isMissing = build.isNull(property);
      const never = { filter: build.and(isMissing, build.not(isMissing)), filterLang: lang };
      if ((await this.#ask(id, never, asked))?.length === 0) return lang;
    }
    return null;
  }

  #schema(id: string, { signal }: Asked): Promise<readonly Queryable[] | null> {
    return this.#once(`schema ${id}`, () =>
      ifAnswered(this.#client.collections.schema(id, { signal })),
    );
  }

  /** That of an empty collection is not remembered, since its types come with its features. */
  async #sample(id: string, asked: Asked): Promise<readonly Feature[]> {
    const key = `sample ${id}`;
    const sample = await this.#once(key, async () => (await this.#ask(id, {}, asked)) ?? []);
    if (sample.length === 0) this.#known.delete(key);
    return sample;
  }

  /** The features of a first page; null if the server refuses the request. */
  #ask(id: string, query: object, { signal }: Asked): Promise<readonly Feature[] | null> {
    const all = { ...query, limit: sampleSize, onInvalid: "skip" as const, signal };
    return ifAnswered(
      this.#client.features.page(id, all).then(({ features }) => features.slice(0, sampleSize)),
    );
  }

  /** A failure is not remembered; with a `fallback`, it stands for the answer. */
  async #once<Answer>(key: string, ask: () => Promise<Answer>, fallback?: Answer): Promise<Answer> {
    const nowMs = performance.now();
    const known = this.#known.get(key);
    if (known && nowMs - known.atMs < freshMs) return known.answer as Promise<Answer>;
    const asked: { atMs: number; answer: Promise<Answer> } = { atMs: nowMs, answer: ask() };
    this.#known.set(key, asked);
    try {
      return await asked.answer;
    } catch (error) {
      if (this.#known.get(key) === asked) this.#known.delete(key);
      if (fallback === undefined) throw error;
      return fallback;
    }
  }
}

/** Null for an answer that refuses the request or is not what was asked for. */
async function ifAnswered<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (!isEmberlineError(error)) throw error;
    const isRefusal = ["not-found", "invalid-request", "response"].includes(error.code);
    if (isRefusal || [405, 500, 501].includes(error.status ?? 0)) return null;
    throw error;
  }
}

function isPlain(value: unknown): value is string | number {
  return (typeof value === "string" && value.length <= 200) || typeof value === "number";
}

/** The UTC day of a date, as a closed interval. */
function wholeDay(date: string): string {
  return `${date}T00:00:00Z/${date}T23:59:59Z`;
}
