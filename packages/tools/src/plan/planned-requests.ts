import type { CallOptions, Client, ListingQuery, RequestPlan } from "@emberline/core";
import { pathOf } from "../values/text.ts";

/** A request that a call would send to the service. */
export interface PlannedRequest {
  readonly method: "GET";
  /** Path and query, without secrets. */
  readonly url: string;
  /** Parameters of the call that the service cannot apply exactly, so that the tool does. */
  readonly filtered_here?: readonly string[];
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
  readonly #sent = new Set<string>();

  constructor(client: Client) {
    const { features, simulations, collections, aggregates } = client;
    const plan = async (id: string, query: Planned = {}, limit = query.limit) => {
      this.#record(await features.plan(id, { ...query, properties: undefined, limit }));
      return [] as const;
    };
    const refuse = async (id: string, query?: Planned, limit?: number) => {
      await plan(id, query, limit);
      return notSent();
    };
    this.client = {
      ...client,
      collections: {
        list: (options) => this.#counted(collections.list(options)),
        get: (id, options) => this.#counted(collections.get(id, options)),
        queryables: (id, options) => this.#counted(collections.queryables(id, options)),
        schema: (id, options) => this.#counted(collections.schema(id, options)),
      },
      features: {
        ...features,
        page: (id, query) => refuse(id, query),
        // Without features a reading ends, so that the readings after it are planned too.
        pages: (id, query) => noneAfter(() => plan(id, query, query?.pageSize)),
        iterate: (id, query) => noneAfter(() => plan(id, query, query?.pageSize)),
        get: async (id, featureId) => {
          const { url } = await features.plan(id);
          this.#record({ url: ofOne(url, featureId) });
          return notSent();
        },
        count: (id, query) => refuse(id, query, 1),
        selects: (id, options) => this.#counted(features.selects(id, options)),
        sorts: (id, options) => this.#counted(features.sorts(id, options)),
      },
      ...(aggregates && {
        aggregates: {
          ...aggregates,
          isOffered: (id, options) => this.#counted(aggregates.isOffered(id, options)),
          get: async (id, query) => {
            this.#record({ url: aggregates.url(id, query) });
            return notSent();
          },
        },
      }),
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
            this.#record({ url: `${baseUrl}/v1/fire-spread/simulations?${query}` });
          return notSent();
        },
      },
    };
  }

  #counted<Value>(sent: Promise<Value>): Promise<Value> {
    this.metadata++;
    return sent;
  }

  #record({ url: sent, unapplied = [] }: RequestPlan): void {
    if (this.#sent.has(sent)) return;
    this.#sent.add(sent);
    const own = unapplied.length > 0 && { filtered_here: [...unapplied] };
    this.requests.push({ method: "GET", url: pathOf(sent), ...own });
  }
}

type Planned = ListingQuery<unknown> & CallOptions;

/** @throws {NotSent} always */
function notSent(): never {
  throw new NotSent();
}

/** The URL of one feature, in the form in which the collection's are asked for. */
function ofOne(items: string, featureId: string): string {
  const [path, query] = items.split("?");
  const form = new URLSearchParams(query).get("f");
  // Colons stay literal, as the interface writes collection ids.
  const id = encodeURIComponent(featureId).replaceAll("%3A", ":");
  return `${path}/${id}${form === null ? "" : `?${new URLSearchParams({ f: form })}`}`;
}

async function* noneAfter(planned: () => Promise<readonly []>) {
  yield* await planned();
}
