import type { ClientOptions } from "@emberline/core";
import {
  choiceOf,
  type SettingsTable,
  serverUrl,
  text,
  type ValuesOf,
  WrongValue,
} from "@emberline/settings";

/** The settings of the service and of what it is sent as credentials. */
export const serviceTable = {
  baseUrl: {
    variable: "EMBERLINE_BASE_URL",
    value: "URL",
    isSecret: true,
    help: "base URL of the service",
    parse: serverUrl("https://service.example"),
  },
  featuresPath: {
    variable: "EMBERLINE_FEATURES_PATH",
    value: "PATH",
    unset: "/ogc/features/v1",
    help: "path of the OGC API Features landing page under the base URL; / if it is the base URL itself",
    parse: parsePath,
  },
  auth: {
    variable: "EMBERLINE_AUTH",
    value: "NAME",
    unset: "exchange",
    help: "credentials of the service: exchange (an API client's id and secret for tokens), bearer (a token), header (a header with a key) or none",
    ...choiceOf(["exchange", "bearer", "header", "none"]),
  },
  clientId: {
    variable: "EMBERLINE_CLIENT_ID",
    value: "ID",
    isSecret: true,
    help: "id of the API client",
    parse: text,
  },
  clientSecret: {
    variable: "EMBERLINE_CLIENT_SECRET",
    value: "SECRET",
    isSecret: true,
    help: "secret of the API client",
    parse: text,
  },
  token: {
    variable: "EMBERLINE_TOKEN",
    value: "TOKEN",
    isSecret: true,
    unset: "none",
    help: "bearer token of the service, with EMBERLINE_AUTH=bearer",
    parse: parseToken,
  },
  authHeader: {
    variable: "EMBERLINE_AUTH_HEADER",
    value: "NAME",
    isSecret: true,
    unset: "none",
    help: "name of the header with the key, such as X-API-Key, with EMBERLINE_AUTH=header",
    parse: parseHeaderName,
  },
  authValue: {
    variable: "EMBERLINE_AUTH_VALUE",
    value: "TEXT",
    isSecret: true,
    unset: "none",
    help: "whole value of that header",
    parse: parseHeaderValue,
  },
} satisfies SettingsTable;

type ServiceValues = ValuesOf<typeof serviceTable>;

/** The service and its credentials, for `createClient`. */
export interface ServiceSettings
  extends Pick<
    ClientOptions,
    "baseUrl" | "featuresPath" | "clientId" | "clientSecret" | "token" | "authHeader"
  > {
  readonly token?: string | (() => string);
}

/** What each kind of authentication needs. */
const needs = {
  exchange: ["clientId", "clientSecret"],
  bearer: ["token"],
  header: ["authHeader", "authValue"],
  none: [],
} as const satisfies Record<string, readonly (keyof ServiceValues)[]>;

/**
 * The service configured by the operator, or null without `EMBERLINE_BASE_URL`.
 *
 * @example
 * const service = serviceOf(settings);
 * const client = service && createClient(service);
 *
 * @throws {Error} when credentials are missing or of another kind: one sentence for the operator
 */
export function serviceOf(values: ServiceValues): ServiceSettings | null {
  const { baseUrl, featuresPath, auth = "exchange", clientId, clientSecret, token } = values;
  if (baseUrl === undefined) {
    const [stray] = (["featuresPath", "auth", "token", "authHeader", "authValue"] as const).filter(
      (name) => values[name] !== undefined,
    );
    if (stray === undefined) return null;
    throw new Error(
      `${variableOf(stray)} is set, but EMBERLINE_BASE_URL is missing: set it to the service's URL, or omit ${variableOf(stray)}.`,
    );
  }
  const needed: readonly (keyof ServiceValues)[] = needs[auth];
  const missing = needed.filter((name) => values[name] === undefined).map(variableOf);
  const stray = Object.values(needs)
    .flat()
    .filter((name) => !needed.includes(name) && values[name] !== undefined)
    .map(variableOf);
  if (stray.length > 0) throw new Error(strayCredentials(auth, stray));
  if (missing.length > 0) throw new Error(missingCredentials(auth, missing));
  return {
    baseUrl,
    ...(featuresPath !== undefined && { featuresPath }),
    ...(auth === "exchange" && { clientId: clientId!, clientSecret: clientSecret! }),
    ...(auth === "bearer" && { token: token! }),
    ...(auth === "header" && {
      authHeader: { name: values.authHeader!, value: values.authValue! },
    }),
  };
}

type Auth = keyof typeof needs;

function missingCredentials(auth: Auth, missing: readonly string[]): string {
  const are = `${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing`;
  return auth === "exchange"
    ? `EMBERLINE_BASE_URL is set, but ${are}: set all three.`
    : `EMBERLINE_AUTH is ${auth}, but ${are}: set ${missing.length > 1 ? "both" : "it"}.`;
}

function strayCredentials(auth: Auth, stray: readonly string[]): string {
  const isOne = stray.length === 1;
  return `EMBERLINE_AUTH is ${auth}, which ${stray.join(" and ")} ${isOne ? "does" : "do"} not belong to: set another EMBERLINE_AUTH, or omit ${isOne ? "it" : "them"}.`;
}

function variableOf(name: keyof ServiceValues): string {
  return serviceTable[name].variable;
}

let secretOfProcess: string | undefined;

/**
 * The secret from which keys of signatures are derived. A service without credentials has none, so
 * each process makes its own.
 */
export function secretOf({ clientSecret, token, authHeader }: ServiceSettings): string {
  const secret = clientSecret ?? token ?? authHeader?.value;
  if (secret !== undefined) return typeof secret === "string" ? secret : secret();
  secretOfProcess ??= crypto.randomUUID();
  return secretOfProcess;
}

function parsePath(given: string): string {
  const path = given.replace(/\/+$/, "");
  if (/^(\/[\w.~:@%-]+)*$/.test(path) && !/(^|\/)\.\.?(\/|$)/.test(path)) return path;
  throw new WrongValue("give a path such as /ogc/features/v1, or /");
}

function parseToken(given: string): string {
  if (/^[\x21-\x7e]+$/.test(given)) return given;
  throw new WrongValue("give visible ASCII characters without spaces");
}

function parseHeaderName(given: string): string {
  if (/^[\w-]+$/.test(given)) return given;
  throw new WrongValue("give the name of a header such as X-API-Key");
}

function parseHeaderValue(given: string): string {
  if (/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(given)) return given;
  throw new WrongValue("give visible ASCII characters, with single spaces between words");
}
