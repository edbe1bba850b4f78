import type { CallOptions } from "../http/call-options.ts";
import type { Http } from "../http/http.ts";
import { readJson } from "../http/read-response.ts";
import { resolveUnder } from "../http/urls.ts";
import { readCollection, readCollections, readQueryables } from "./check-service.ts";
import { notFoundHint } from "./not-found-hint.ts";
import { collectionUrl } from "./paths.ts";
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
}

export function createCollections(http: Http, featuresUrl: URL): Collections {
  async function getJson<T>(
    url: URL,
    accept: string,
    read: (body: unknown) => T | string,
    options: CallOptions | undefined,
    hint?: string,
  ): Promise<T> {
    const reply = await http.send(
      {
        method: "GET",
        url,
        headers: { accept },
        repeatable: true,
        redirectsUnder: featuresUrl,
        ...(hint !== undefined && { notFoundHint: hint }),
        read: readJson,
      },
      options,
    );
    const value = read(reply.value);
    if (typeof value === "string") throw reply.invalid(value);
    return value;
  }

  return {
    list(options) {
      const url = resolveUnder(featuresUrl, "collections?f=application/json");
      return getJson(url, "application/json", readCollections, options);
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
    async queryables(id, options) {
      const accept = "application/json, application/schema+json";
      const hint = notFoundHint(id, "queryables");
      return getJson(
        collectionUrl(featuresUrl, id, "queryables"),
        accept,
        readQueryables,
        options,
        hint,
      );
    },
  };
}
