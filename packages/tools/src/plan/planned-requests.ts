import type { Client, FeatureQuery } from "@emberline/core";
import { withoutUnreachableHosts } from "../values/shown-url.ts";

/** A request that a call would send to the service. */
export interface PlannedRequest {
  readonly method: "GET";
  /** Without secrets. */
  readonly url: string;
}

/** Ends a reading that cannot go on without an answer. */
class NotSent extends Error {
  override readonly name = "NotSent";

  constructor() {
    super("a plan sends no requests for features");
  }
}

/** The page size of simulations if none is requested. */
const defaultSimulations = 20;

/** Records the requests for features and simulations instead of sending them. */
export class PlannedRequests {
  readonly requests: PlannedRequest[] = [];
  /** How many requests for metadata were sent. */
  metadata = 0;
  readonly client: Client;

  constructor(client: Client) {
    const { features, simulations, collections } = client;
    const urlOf = (id: string, query: FeatureQuery<unknown> = {}, limit = query.limit) =>
      features.url(id, { ...query, properties: undefined, limit });
    this.client = {
      ...client,
      collections: {
        list: (...args) => this.#counted(collections.list(...args)),
        get: (...args) => this.#counted(collections.get(...args)),
        queryables: (...args) => this.#counted(collections.queryables(...args)),
        schema: (...args) => this.#counted(collections.schema(...args)),
      },
      features: {
        ...features,
        page: async (id, query) => this.#refuse(urlOf(id, query)),
        // Without features a reading ends, so that the readings after it are planned too.
        pages: (id, query) => {
          this.#record(urlOf(id, query, query?.pageSize));
          return none();
        },
        iterate: (id, query) => {
          this.#record(urlOf(id, query, query?.pageSize));
          return none();
        },
        get: async (id, featureId) => {
          const items = features.url(id).replace(/\?.*/, "");
          return this.#refuse(`${items}/${shown(featureId)}`);
        },
        count: async (id, query) => this.#refuse(urlOf(id, query)),
      },
      simulations: {
        ...simulations,
        page: async ({ since, limit = defaultSimulations, cursor } = {}) => {
          const query = new URLSearchParams({
            ...(since !== undefined && { since }),
            limit: String(limit),
            ...(cursor !== undefined && { cursor }),
          });
          const all = client.services?.all.map((each) => each.client) ?? [client];
          for (const { baseUrl } of all)
            this.#record(`${baseUrl}/v1/fire-spread/simulations?${query}`);
          throw new NotSent();
        },
      },
    };
  }

  #counted<Value>(sent: Promise<Value>): Promise<Value> {
    this.metadata++;
    return sent;
  }

  #record(url: string): void {
    const shownUrl = withoutUnreachableHosts(url);
    if (!this.requests.some((each) => each.url === shownUrl))
      this.requests.push({ method: "GET", url: shownUrl });
  }

  /** @throws {NotSent} always */
  #refuse(url: string): never {
    this.#record(url);
    throw new NotSent();
  }
}

/** Colons stay literal, as the interface writes collection ids. */
function shown(id: string): string {
  return encodeURIComponent(id).replaceAll("%3A", ":");
}

async function* none(): AsyncGenerator<never, void, undefined> {}
