import { json, WrongValue } from "@emberline/settings";
import { z } from "zod";
import { type ServiceSettings, serviceTable } from "./service-settings.ts";
import type { LayerSettings } from "./values/service-notices.ts";

const servicesExample =
  '{"services": [{"name": "nifc", "baseUrl": "https://fires.example", "auth": "none"}, …]}';
const parseJson = json(`give JSON such as ${servicesExample}`);

/** The setting of several services, without its reader: only programs read files. */
export const servicesSetting = {
  variable: "EMBERLINE_SERVICES",
  value: "FILE|JSON",
  isSecret: true,
  unset: "one service",
  help: "several services in one catalogue, instead of EMBERLINE_BASE_URL: a JSON file, or JSON; the ids of each begin with its name",
} as const;

/** How long a request to one of several services may take, unless its entry says otherwise. */
const defaultTimeoutMs = 10_000;

/** One of several services, its secrets resolved. */
export interface NamedService {
  readonly name: string;
  readonly layers: LayerSettings;
  /** The service, or the data of one embedded in the program: a folder, or the sample. */
  readonly source:
    | { readonly kind: "remote"; readonly service: ServiceSettings; readonly timeoutMs: number }
    | { readonly kind: "embedded"; readonly data: string | undefined };
}

/** An entry as the operator wrote it. */
export type ServiceEntry = z.output<ReturnType<typeof schemaOf>>["services"][number];

const text = z.string().min(1);
const isParsed = (parse: (given: string) => unknown) => (given: string) => {
  try {
    parse(given);
    return true;
  } catch {
    return false;
  }
};

function schemaOf() {
  const layers = z
    .strictObject({ hotspots: text, perimeters: text, staticSources: text })
    .partial()
    .default({});
  const name = z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, "give up to 32 small letters, digits and hyphens");
  const remote = z.strictObject({
    name,
    baseUrl: text.refine(isParsed(serviceTable.baseUrl.parse), "give an http or https URL"),
    featuresPath: text
      .refine(
        isParsed(serviceTable.featuresPath.parse),
        "give a path such as /ogc/features/v1, or /",
      )
      .optional(),
    auth: z.enum(["exchange", "bearer", "header", "none"]).default("exchange"),
    clientId: text.optional(),
    header: text.optional(),
    secret: text.optional(),
    secretVariable: text.optional(),
    timeoutSeconds: z.number().min(0.1).max(600).optional(),
    layers,
  });
  const embedded = z.strictObject({
    name,
    embedded: z.literal(true),
    data: text.optional(),
    layers,
  });
  const service = z.union([remote, embedded]);
  return z.strictObject({ services: z.array(service).min(1) });
}

/**
 * The entries in a JSON text.
 *
 * @throws {WrongValue} when the text is not JSON of that form: what would be right, without secrets
 */
export function parseServices(given: string): readonly ServiceEntry[] {
  const json = parseJson(given);
  const { data, error } = schemaOf().safeParse(json, { reportInput: false });
  if (!data) throw wrongAt(error.issues[0]!, json);
  const names = data.services.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new WrongValue("give each service its own name", `has two services named ${twice}`);
  if (data.services.filter((each) => "embedded" in each).length > 1)
    throw new WrongValue("give one embedded service at most", "has several embedded services");
  return data.services;
}

function wrongAt(issue: z.core.$ZodIssue, json: unknown): WrongValue {
  // Of a union, the entry itself tells which of its forms was meant.
  const [, at] = issue.path;
  const entry = (json as { services?: unknown[] }).services?.[Number(at)];
  const isEmbedded = typeof entry === "object" && entry !== null && "embedded" in entry;
  const inner = issue.code === "invalid_union" ? issue.errors[isEmbedded ? 1 : 0]?.[0] : undefined;
  const path = [...issue.path, ...(inner?.path ?? [])];
  const { message } = inner ?? issue;
  const where = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  const right = message.charAt(0).toLowerCase() + message.slice(1);
  return new WrongValue(right, `has a wrong ${where.join("").replace(/^\./, "") || "top level"}`);
}

/** The secret of a variable, or a function where it may change; undefined if it is not set. */
export type ReadSecret = (
  variable: string,
  parse: (given: string) => string,
) => string | (() => string) | undefined;

/**
 * The services of the entries, with the secrets that variables hold.
 *
 * @throws {Error} when a secret is missing or not needed: one sentence for the operator
 */
export function servicesOf(
  entries: readonly ServiceEntry[],
  readSecret: ReadSecret,
): readonly NamedService[] {
  return entries.map((entry) => {
    const { name, layers } = entry;
    if ("embedded" in entry)
      return { name, layers, source: { kind: "embedded", data: entry.data } };
    const service = remoteOf(entry, readSecret);
    const { timeoutSeconds } = entry;
    const timeoutMs = timeoutSeconds === undefined ? defaultTimeoutMs : timeoutSeconds * 1000;
    return { name, layers, source: { kind: "remote", service, timeoutMs } };
  });
}

/** Credentials instead of those of a service's entry. */
interface OtherCredentials {
  readonly clientId?: string | undefined;
  readonly secretVariable: string;
}

/**
 * The entries with other credentials for some services, by their names.
 *
 * @throws {Error} when no service that takes credentials has the name: a sentence for the operator
 */
export function withCredentials(
  entries: readonly ServiceEntry[],
  credentials: Readonly<Record<string, OtherCredentials>>,
): readonly ServiceEntry[] {
  const takers = entries.filter((entry) => "auth" in entry && entry.auth !== "none");
  const names = takers.map(({ name }) => name);
  const unknown = Object.keys(credentials).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `no service of EMBERLINE_SERVICES that takes credentials is named ${JSON.stringify(unknown)}: name one of ${names.join(", ") || "none"}.`,
    );
  return entries.map((entry) => {
    const other = Object.hasOwn(credentials, entry.name) ? credentials[entry.name] : undefined;
    if (!other || "embedded" in entry) return entry;
    const { secret: _, clientId: _own, ...rest } = entry;
    return { ...rest, ...other };
  });
}

type RemoteEntry = Exclude<ServiceEntry, { embedded: true }>;

/** What each kind of authentication needs, and nothing else. */
const needs = {
  exchange: ["clientId", "secret"],
  bearer: ["secret"],
  header: ["header", "secret"],
  none: [],
} as const satisfies Record<RemoteEntry["auth"], readonly string[]>;

function remoteOf(entry: RemoteEntry, readSecret: ReadSecret): ServiceSettings {
  const { name, auth, baseUrl, featuresPath, clientId, header } = entry;
  try {
    const secret = secretIn(entry, readSecret);
    checkNeeded(entry, { clientId, header, secret });
    const path = featuresPath && serviceTable.featuresPath.parse(featuresPath);
    return {
      baseUrl: serviceTable.baseUrl.parse(baseUrl),
      ...(path !== undefined && { featuresPath: path }),
      ...(auth === "exchange" && { clientId: clientId!, clientSecret: secret! }),
      ...(auth === "bearer" && { token: secret! }),
      ...(auth === "header" && {
        authHeader: { name: serviceTable.authHeader.parse(header!), value: secret! },
      }),
    };
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw wrongEntry(name, `has a header or secret that cannot be sent: ${error.message}.`);
  }
}

function checkNeeded({ name, auth }: RemoteEntry, given: Readonly<Record<string, unknown>>): void {
  const needed: readonly string[] = needs[auth];
  for (const [member, value] of Object.entries(given)) {
    const shown = member === "secret" ? "secretVariable" : member;
    if (value === undefined && needed.includes(member))
      throw wrongEntry(name, `has auth ${auth}, but no ${shown}: give it.`);
    if (value !== undefined && !needed.includes(member))
      throw wrongEntry(name, `has auth ${auth}, which needs no ${shown}: omit it.`);
  }
}

/** How a secret is written in the requests of each kind of authentication. */
const written: Partial<Record<RemoteEntry["auth"], (given: string) => string>> = {
  bearer: serviceTable.token.parse,
  header: serviceTable.authValue.parse,
};

function secretIn({ name, auth, secret, secretVariable }: RemoteEntry, readSecret: ReadSecret) {
  const parse = written[auth] ?? serviceTable.clientSecret.parse;
  if (secretVariable === undefined) return secret === undefined ? undefined : parse(secret);
  if (secret !== undefined)
    throw wrongEntry(name, "has both secret and secretVariable: omit one of them.");
  const value = readSecret(secretVariable, parse);
  if (value !== undefined) return value;
  throw wrongEntry(name, `takes its secret from the variable ${secretVariable}: set it.`);
}

function wrongEntry(name: string, problem: string): Error {
  return new Error(`the service ${name} of EMBERLINE_SERVICES ${problem}`);
}
