import { type Collections, createCollections } from "./collections.ts";
import { createExchange } from "./exchange.ts";
import { createFeatures, type Features } from "./features.ts";
import { createHttp } from "./http.ts";
import { type ClientOptions, type Settings, settle } from "./options.ts";
import { createRedactor, type Redactor } from "./redact.ts";
import { createSimulations, type Simulations } from "./simulations.ts";
import { exchangedTokens, givenTokens, type TokenSource } from "./tokens.ts";

/** A client of one service with one identity. It cannot be changed and shares nothing with another. */
export interface Client {
  /** Root of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Root of its feature API. */
  readonly featuresUrl: string;
  readonly collections: Collections;
  readonly features: Features;
  readonly simulations: Simulations;
}

/**
 * Makes a client; nothing is sent until it is used. Every call rejects with an `EmberlineError`, and so does this
 * one throw `InvalidRequestError` for options that cannot work.
 */
export function createClient(options: ClientOptions): Client {
  const settings = settle(options);
  const { baseUrl, featuresUrl } = settings;
  const redactor = createRedactor();
  const http = createHttp({ ...settings, redactor, tokens: tokensOf(settings, redactor) });
  return Object.freeze({
    baseUrl: baseUrl.href.replace(/\/$/, ""),
    featuresUrl: featuresUrl.href.replace(/\/$/, ""),
    collections: createCollections(http, featuresUrl),
    features: createFeatures(http, featuresUrl, redactor),
    simulations: createSimulations(http, baseUrl, redactor),
  });
}

function tokensOf(settings: Settings, redactor: Redactor): TokenSource | undefined {
  const { credentials, baseUrl, clock } = settings;
  switch (credentials.kind) {
    case "none":
      return undefined;
    case "token":
      return givenTokens(credentials.token, redactor);
    case "client": {
      redactor.learn(credentials.secret);
      const exchange = createExchange(
        credentials,
        baseUrl,
        createHttp({ ...settings, redactor }),
        redactor,
      );
      return exchangedTokens(exchange, clock);
    }
  }
}
