import { headerValue, secretsOf } from "./auth/auth-header.ts";
import { createExchange } from "./auth/token-exchange.ts";
import { exchangedTokens, givenTokens } from "./auth/token-source.ts";
import { type Aggregates, createAggregates } from "./features/aggregates.ts";
import { createFeatures } from "./features/features.ts";
import type { Features } from "./features/operations.ts";
import { createHttp, type TokenSource } from "./http/http.ts";
import { type RawRequest, sendRaw } from "./http/raw-request.ts";
import { createTelemetry, type Telemetry } from "./http/telemetry.ts";
import { createRedactor, type Redactor, resolveUnder } from "./http/urls.ts";
import { type Collections, createCollections } from "./service/collections.ts";
import { createConformance } from "./service/conformance.ts";
import { createSimulations, type Simulations } from "./service/simulations.ts";
import { type ClientOptions, resolveSettings, type Settings } from "./settings.ts";

/** An immutable client of one service with one identity, or of several combined. */
export interface Client {
  /** Root of the service, without a trailing slash; of several services: of the first. */
  readonly baseUrl: string;
  /** Root of its feature API. */
  readonly featuresUrl: string;
  readonly collections: Collections;
  readonly features: Features;
  readonly simulations: Simulations;
  /** Undefined for servers other than the interface's. */
  readonly aggregates?: Aggregates;
  /** Undefined for one service. */
  readonly services?: Services;
  /**
   * Sends any other request to the service's origin, with its token, and reads the whole response.
   * `path` is relative to `baseUrl`. Only GET and HEAD are retried.
   *
   * @example
   * const response = await client.request("ogc/features/v1/conformance");
   * const { conformsTo } = await response.json();
   */
  request(path: string, options?: RawRequest): Promise<Response>;
}

/** A client, and the name that its ids begin with among those of several services. */
export interface NamedClient {
  readonly name: string;
  readonly client: Client;
  /** How long a list waits for it, if not as long as for the others. */
  readonly listTimeoutMs?: number | undefined;
}

/** The services of a combined client. */
export interface Services {
  readonly all: readonly NamedClient[];
  /** The service of an id, and the id there; undefined if no service has the name in front. */
  of(id: string): (NamedClient & { readonly id: string }) | undefined;
}

/**
 * Creates a client; it sends nothing until it is used. Its calls reject with an `EmberlineError`.
 *
 * @example
 * const client = createClient({
 *   baseUrl: "https://service.example",
 *   clientId: "demo",
 *   clientSecret: "demo-secret",
 * });
 *
 * @throws {InvalidRequestError} when options cannot work
 */
export function createClient(options: ClientOptions): Client {
  const settings = resolveSettings(options);
  const { baseUrl, featuresUrl, server } = settings;
  const redactor = createRedactor();
  const telemetry = createTelemetry(settings);
  const tokens = tokensOf(settings, redactor, telemetry);
  const fetch = withHeader(settings, redactor);
  const http = createHttp({ ...settings, fetch, redactor, telemetry, tokens });
  const conformance = createConformance(http, featuresUrl);
  const client: Client = {
    baseUrl: baseUrl.href.replace(/\/$/, ""),
    featuresUrl: featuresUrl.href.replace(/\/$/, ""),
    collections: createCollections(http, featuresUrl, server),
    features: createFeatures(http, featuresUrl, redactor, { quirks: server, conformance }),
    simulations: createSimulations(http, baseUrl),
    ...(!server && { aggregates: createAggregates(http, featuresUrl, redactor, conformance) }),
    request: (path, options) => sendRaw(http, baseUrl, path, options),
  };
  return Object.freeze(client);
}

/** Sends the header as it is now, if it may change. */
function withHeader({ credentials, fetch }: Settings, redactor: Redactor): Settings["fetch"] {
  if (credentials.kind !== "header" || typeof credentials.header.value === "string") return fetch;
  const { header } = credentials;
  return (input, init) => {
    for (const secret of secretsOf(header)) redactor.learn(secret);
    const headers = new Headers(init?.headers);
    headers.set(header.name, headerValue(header));
    return fetch(input, { ...init, headers });
  };
}

function tokensOf(
  settings: Settings,
  redactor: Redactor,
  telemetry: Telemetry,
): TokenSource | undefined {
  const { credentials, baseUrl, clock, tokenStore } = settings;
  switch (credentials.kind) {
    case "none":
      return undefined;
    case "header":
      // Sent with the fixed headers.
      for (const secret of secretsOf(credentials.header)) redactor.learn(secret);
      return undefined;
    case "token":
      return givenTokens(credentials.token, redactor);
    case "client": {
      const { id } = credentials;
      const secret = () => {
        const current = credentials.secret();
        redactor.learn(current);
        return current;
      };
      secret();
      const tokenUrl = resolveUnder(baseUrl, "v1/token");
      const exchange = createExchange(
        { id, secret },
        tokenUrl,
        // The circuit judges whole requests, of which the exchange is a part.
        createHttp({ ...settings, redactor, telemetry, circuit: undefined }),
      );
      const shared = tokenStore?.share(exchange, { id, secret, tokenUrl }, clock);
      return exchangedTokens(shared ?? exchange, clock, redactor);
    }
  }
}
