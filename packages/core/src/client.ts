import { type Collections, createCollections } from "./collections.ts";
import { createExchange } from "./exchange.ts";
import { createFeatures, type Features } from "./features.ts";
import { createHttp } from "./http.ts";
import type { ClientOptions } from "./options.ts";
import { createRedactor, type Redactor } from "./redact.ts";
import { type RawRequest, sendRaw } from "./request.ts";
import { type Settings, settle } from "./settings.ts";
import { throughStore } from "./shared-tokens.ts";
import { createSimulations, type Simulations } from "./simulations.ts";
import { createTelemetry, type Telemetry } from "./telemetry.ts";
import { exchangedTokens, givenTokens, type TokenSource } from "./tokens.ts";
import { below } from "./urls.ts";

/** A client of one service with one identity. It cannot be changed and shares nothing with another. */
export interface Client {
  /** Root of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Root of its feature API. */
  readonly featuresUrl: string;
  readonly collections: Collections;
  readonly features: Features;
  readonly simulations: Simulations;
  /**
   * Anything else on the service's origin, with its token: the whole response, read. `path` is relative to
   * `baseUrl`. Only GET and HEAD are sent again after a failure.
   */
  request(path: string, options?: RawRequest): Promise<Response>;
}

/**
 * Makes a client; nothing is sent until it is used. Every call rejects with an `EmberlineError`, and so does this
 * one throw `InvalidRequestError` for options that cannot work.
 */
export function createClient(options: ClientOptions): Client {
  const settings = settle(options);
  const { baseUrl, featuresUrl } = settings;
  const redactor = createRedactor();
  const telemetry = createTelemetry();
  const tokens = tokensOf(settings, redactor, telemetry);
  const http = createHttp({ ...settings, redactor, telemetry, tokens });
  const client: Client = {
    baseUrl: baseUrl.href.replace(/\/$/, ""),
    featuresUrl: featuresUrl.href.replace(/\/$/, ""),
    collections: createCollections(http, featuresUrl),
    features: createFeatures(http, featuresUrl, redactor),
    simulations: createSimulations(http, baseUrl, redactor),
    request: (path, options) => sendRaw(http, baseUrl, path, options),
  };
  return Object.freeze(client);
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
    case "token":
      return givenTokens(credentials.token, redactor);
    case "client": {
      redactor.learn(credentials.secret);
      const tokenUrl = below(baseUrl, "v1/token");
      const exchange = createExchange(
        credentials,
        tokenUrl,
        createHttp({ ...settings, redactor, telemetry }),
      );
      const shared =
        tokenStore && throughStore(exchange, tokenStore, { ...credentials, tokenUrl }, clock);
      return exchangedTokens(shared ?? exchange, clock, redactor);
    }
  }
}
