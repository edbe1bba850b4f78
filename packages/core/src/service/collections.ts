import type { CallOptions } from "../http/call-options.ts";
import type { Http } from "../http/http.ts";
import type { JsonForms } from "../http/json-forms.ts";
import { readJson } from "../http/response-body.ts";
import { resolveUnder } from "../http/urls.ts";
import { readCollection, readCollections, readQueryables } from "./check-service.ts";
import { collectionUrl, notFoundHint } from "./paths.ts";
import type { CollectionDescription, Queryable } from "./types.ts";

export interface Collections {
  /**
   * All collections that the service lists.
   *
   * @example
   * for (const { id, title } of await client.collections.list()) console.log(id, title);
   */
  list(options?: CallOptions): Promise<CollectionDescription[]>;
  /**
   * One collection's description.
   *
   * @throws {NotFoundError} when the service does not have or describe it (`not-found`)
   */
  get(collectionId: string, options?: CallOptions): Promise<CollectionDescription>;
  /**
   * The properties that filters on a collection may use.
   *
   * @throws {NotFoundError} when the service does not have or list them (`not-found`)
   *
   * @example
   * const queryables = await client.collections.queryables("svc:hotspots");
   */
  queryables(collectionId: string, options?: CallOptions): Promise<Queryable[]>;
  /**
   * The properties of a collection's features, where the service describes them (OGC API Features
   * Part 5); filters may not be able to use all of them.
   *
   * @throws {NotFoundError} when the service does not describe them (`not-found`)
   *
   * @example
   * const properties = await client.collections.schema("public.fires");
   */
  schema(collectionId: string, options?: CallOptions): Promise<Queryable[]>;
}

/** How descriptions of another server than the interface's are requested and read. */
export interface DescriptionQuirks {
  createForms(): JsonForms;
  /** Changes an answer so that optional members which cannot be read are left out. */
  mendDescription(body: unknown): void;
  /** The collections of a list that has several pages. */
  allCollections(
    first: URL,
    get: <T>(url: URL, read: (body: unknown) => T | string) => Promise<T>,
  ): Promise<CollectionDescription[]>;
}

/** Of one collection's description or list of properties, with room for tens of thousands. */
const maxDescriptionBytes = 2 ** 21;

export function createCollections(
  http: Http,
  featuresUrl: URL,
  quirks: DescriptionQuirks | undefined,
): Collections {
  const forms = quirks?.createForms();

  async function getJson<T>(
    url: URL,
    accept: string,
    read: (body: unknown) => T | string,
    options: CallOptions | undefined,
    hint?: string,
  ): Promise<T> {
    const request = {
      method: "GET",
      headers: { accept },
      repeatable: true,
      redirectsUnder: featuresUrl,
      ...(hint !== undefined && { notFoundHint: hint, maxBytes: maxDescriptionBytes }),
    };
    const reply = forms
      ? await forms.get("description", url, (url, read) =>
          http.send({ ...request, url, read }, options),
        )
      : await http.send({ ...request, url, read: readJson }, options);
    quirks?.mendDescription(reply.value);
    const value = read(reply.value);
    if (typeof value === "string") throw reply.invalid(value);
    return value;
  }

  async function properties(id: string, path: "queryables" | "schema", options?: CallOptions) {
    const accept = "application/json, application/schema+json";
    const url = collectionUrl(featuresUrl, id, path);
    return getJson(url, accept, readQueryables, options, notFoundHint(id, "queryables"));
  }

  return {
    list(options) {
      const form = forms ? "" : "?f=application/json";
      const url = resolveUnder(featuresUrl, `collections${form}`);
      const get = <T>(url: URL, read: (body: unknown) => T | string) =>
        getJson(url, "application/json", read, options);
      return quirks ? quirks.allCollections(url, get) : get(url, readCollections);
    },
    async get(id, options) {
      const hint = notFoundHint(id, "description");
      return getJson(
        collectionUrl(featuresUrl, id),
        "application/json",
        readCollection,
        options,
        hint,
      );
    },
    queryables: (id, options) => properties(id, "queryables", options),
    schema: (id, options) => properties(id, "schema", options),
  };
}
