import {
  type Client,
  type Feature,
  type FeaturePage,
  isEmberlineError,
  NotFoundError,
  type Queryable,
} from "@emberline/core";
import type { Bbox } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { sampledProperties } from "../values/property-types.ts";
import { type Forms, formsOf, withForms } from "./other-forms.ts";
import type { KindOfTime } from "./sent-times.ts";

/** What a server can do is asked again after this time. */
const freshMs = 600_000;

/** Answers to questions, each asked once by all who want it; a failure is not remembered. */
export class Remembered {
  readonly #known = new Map<string, { atMs: number; answer: Promise<unknown> }>();

  async once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const nowMs = performance.now();
    const known = this.#known.get(key);
    if (known && nowMs - known.atMs < freshMs) return known.answer as Promise<Answer>;
    const asked: { atMs: number; answer: Promise<Answer> } = { atMs: nowMs, answer: ask() };
    this.#known.set(key, asked);
    try {
      return await asked.answer;
    } catch (error) {
      if (this.#known.get(key) === asked) this.#known.delete(key);
      throw error;
    }
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

const sampleSize = 20;

function isTemporal(type: string): boolean {
  return type === "date" || type === "dateTime";
}

export interface Asked {
  readonly signal?: AbortSignal | undefined;
  readonly pause?: Pause | undefined;
}

/** What an OGC API Features server says about itself and its collections, asked once. */
export class ServerReader {
  readonly #client: Client;
  readonly #remembered = new Remembered();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The conformance classes that the server declares; none if it declares nothing. */
  classes(asked: Asked): Promise<readonly string[]> {
    const read = async (path: string): Promise<readonly string[] | null> => {
      const body = await this.#document(path, asked);
      const list = (body as { conformsTo?: unknown } | null)?.conformsTo;
      return Array.isArray(list) ? list.filter((each) => typeof each === "string") : null;
    };
    return this.#remembered.once(
      "classes",
      async () => (await read("conformance")) ?? (await read("")) ?? [],
    );
  }

  /** The properties that filters may use; null if the server does not list them. */
  queryables(id: string, { signal }: Asked): Promise<readonly Queryable[] | null> {
    return this.#remembered.once(`queryables ${id}`, () =>
      ifUnderstood(this.#client.collections.queryables(id, { signal })),
    );
  }

  /**
   * The properties of features: of the schema (Part 5) and the queryables together. Times have the
   * type of their values: many servers describe them as texts.
   *
   * @throws {NotFoundError} when the server describes none (`not-found`)
   */
  async properties(id: string, asked: Asked): Promise<Queryable[]> {
    const [queryables, schema] = await Promise.all([
      this.queryables(id, asked),
      this.#schema(id, asked),
    ]);
    const described = [...(schema ?? []), ...(queryables ?? [])];
    if (described.length === 0) {
      throw new NotFoundError(`The service does not describe the properties of ${id}.`, {
        status: 404,
      });
    }
    const sample = await this.sample(id, asked).catch(() => []);
    const times = sampledProperties(sample).filter(({ type }) => isTemporal(type));
    const isText = (name: string, type: string) =>
      !isTemporal(type) && times.some((each) => each.id === name);
    const all = [...described.filter((each) => !isText(each.id, each.type)), ...times];
    return [...new Map(all.map((each) => [`${each.id} ${each.type}`, each])).values()];
  }

  /** What is read in another form than it is sent. */
  async forms(id: string, asked: Asked): Promise<Forms> {
    const [queryables, schema, sample, extent] = await Promise.all([
      this.queryables(id, asked),
      this.#schema(id, asked),
      this.#sent(id, asked),
      this.#extent(id, asked),
    ]);
    return formsOf(sample, Boolean(queryables?.length || schema?.length), extent);
  }

  /** Whether sampled times are days or instants; without those that are both or other values. */
  async kindsOfTimes(id: string, asked: Asked): Promise<ReadonlyMap<string, KindOfTime>> {
    const all = sampledProperties(await this.sample(id, asked));
    const isOne = (name: string) => all.filter((each) => each.id === name).length === 1;
    const isTime = (type: string): type is KindOfTime => isTemporal(type);
    return new Map(
      all.flatMap(({ id: name, type }) =>
        isTime(type) && isOne(name) ? [[name, type] as const] : [],
      ),
    );
  }

  async sample(id: string, asked: Asked): Promise<readonly Feature[]> {
    const forms = await this.forms(id, asked);
    return (await this.#sent(id, asked)).map((each) => withForms(each, forms));
  }

  /** That of an empty collection is not remembered, since its types come with its features. */
  async #sent(id: string, asked: Asked): Promise<readonly Feature[]> {
    return (await this.#first(id, asked))?.features ?? [];
  }

  async #first(id: string, asked: Asked): Promise<FeaturePage | null> {
    const key = `sample ${id}`;
    const first = await this.#remembered.once(key, () => this.#page(id, {}, asked));
    if (!first?.features.length) this.#remembered.forget(key);
    return first;
  }

  /** Whether pages state how many features match. */
  async hasCount(id: string, asked: Asked): Promise<boolean> {
    return (await this.#first(id, asked))?.numberMatched !== undefined;
  }

  /** The features of a first page; null if the server refuses the request. */
  async ask(id: string, query: object, asked: Asked): Promise<readonly Feature[] | null> {
    const forms = await this.forms(id, asked);
    const found = await this.#page(id, query, asked);
    return found?.features.map((each) => withForms(each, forms)) ?? null;
  }

  async #page(id: string, query: object, { signal, pause }: Asked): Promise<FeaturePage | null> {
    const all = { ...query, limit: sampleSize, onInvalid: "skip" as const, signal, pause };
    const page = await ifUnderstood(this.#client.features.page(id, all));
    return page && { ...page, features: page.features.slice(0, sampleSize) };
  }

  /** Where the server says that the features are. */
  #extent(id: string, { signal }: Asked): Promise<Bbox | undefined> {
    return this.#remembered.once(`extent ${id}`, async () => {
      const described = await ifUnderstood(this.#client.collections.get(id, { signal }));
      return described?.extent?.spatial?.bbox?.[0];
    });
  }

  #schema(id: string, { signal }: Asked): Promise<readonly Queryable[] | null> {
    return this.#remembered.once(`schema ${id}`, () =>
      ifUnderstood(this.#client.collections.schema(id, { signal })),
    );
  }

  /** A JSON document below the features root; null if there is none. */
  async #document(path: string, { signal }: Asked): Promise<unknown> {
    const headers = { accept: "application/json" };
    const root = this.#client.featuresUrl.slice(this.#client.baseUrl.length + 1);
    for (const form of ["", "?f=json", "?f=application/json"]) {
      const url = `${root === "" ? "" : `${root}/`}${path}${form}`;
      const body = await ifUnderstood<unknown>(
        this.#client.request(url, { headers, signal }).then((response) => response.json()),
      );
      if (typeof body === "object" && body !== null) return body;
    }
    return null;
  }
}

/** Statuses by which servers say that they cannot do what was asked, besides those of requests. */
const refusals = new Set([405, 500, 501]);

/** Null for an answer that refuses the request or is not what was asked for. */
async function ifUnderstood<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (!isEmberlineError(error)) throw error;
    const isRefusal = ["not-found", "invalid-request", "response"].includes(error.code);
    if (isRefusal || refusals.has(error.status ?? 0)) return null;
    throw error;
  }
}
