import { createHash } from "node:crypto";
import {
  chooseTools,
  type NamedService,
  type ReadSecret,
  type ServiceEntry,
  type ServiceSettings,
  servicesOf,
  type Tool,
  withCredentials,
} from "@emberline/tools";
import { type HashedKey, type KeyEntry, keysOf } from "./keys-file.ts";

/** What the callers of one organization may do, by its keys or by access tokens. */
export interface Grant {
  readonly name: string;
  /** Claims that an access token must have. */
  readonly claims?: Readonly<Record<string, string>>;
  readonly tools: readonly Tool[];
  readonly requestsPerMinute?: number;
  readonly callsPerDay?: number;
  /** How many of its calls may run at the same time. */
  readonly concurrentCalls?: number;
  /** Own credentials for the upstream service; absent: those of the operator. */
  readonly service?: ServiceSettings;
  /** Several services, some with own credentials; absent: with those of the operator. */
  readonly services?: readonly NamedService[];
}

interface Operator {
  /** The tools that the operator offers at all. */
  readonly tools: readonly Tool[];
  readonly service: ServiceSettings | null;
  /** Several services, if they are configured. */
  readonly services: readonly ServiceEntry[] | null;
  readonly hasIssuer: boolean;
  /** The operator's own keys, which have all tools. */
  readonly apiKeys: readonly string[];
  readonly readSecret: ReadSecret;
}

/** An entry of the keys file. */
export interface Organization {
  readonly grant: Grant;
  /** None where access tokens name it. */
  readonly keys: readonly HashedKey[];
}

/** @throws {Error} when an entry does not fit the other settings: one sentence for the operator */
export function organizationsOf(
  entries: readonly KeyEntry[],
  operator: Operator,
): readonly Organization[] {
  const ofOperator = new Set(operator.apiKeys.map((key) => keyDigest(key).toString("hex")));
  return entries.map((entry) => {
    const { name, claims, requestsPerMinute, callsPerDay, concurrentCalls } = entry;
    const keys = keysOf(entry);
    if (claims && !operator.hasIssuer)
      throw wrongEntry(name, "has claims, but EMBERLINE_OAUTH_ISSUER is missing: set it.");
    if (keys.some(({ sha256 }) => ofOperator.has(sha256)))
      throw wrongEntry(name, "has the hash of a key in EMBERLINE_API_KEYS: leave one out.");
    const service = serviceOfEntry(entry, operator);
    const services = servicesOfEntry(entry, operator);
    const grant = {
      name,
      tools: toolsOf(entry, operator),
      ...(claims && { claims }),
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
      ...(callsPerDay !== undefined && { callsPerDay }),
      ...(concurrentCalls !== undefined && { concurrentCalls }),
      ...(service && { service }),
      ...(services && { services }),
    };
    return { grant, keys };
  });
}

function toolsOf(entry: KeyEntry, { tools }: Operator): readonly Tool[] {
  try {
    return chooseTools(tools, entry);
  } catch {
    throw wrongEntry(entry.name, "names no tool that this server offers: choose others.");
  }
}

function serviceOfEntry({ name, upstream }: KeyEntry, { service, services, readSecret }: Operator) {
  if (!upstream) return undefined;
  if (services) {
    throw wrongEntry(
      name,
      "has an upstream client, which needs EMBERLINE_BASE_URL: with EMBERLINE_SERVICES give upstreams, by the name of the service.",
    );
  }
  if (!service) {
    throw wrongEntry(
      name,
      "has an upstream client, but EMBERLINE_BASE_URL is missing: set it to the service's URL.",
    );
  }
  const { clientId, secretVariable } = upstream;
  const clientSecret = readSecret(secretVariable, (given) => given);
  if (clientSecret === undefined)
    throw wrongEntry(name, `takes its secret from the variable ${secretVariable}: set it.`);
  if (service.clientId === undefined)
    throw wrongEntry(name, "has an upstream client, but EMBERLINE_AUTH is not exchange: omit one.");
  return { ...service, clientId, clientSecret };
}

function servicesOfEntry(
  { name, upstreams }: KeyEntry,
  { services, readSecret }: Operator,
): readonly NamedService[] | undefined {
  if (!upstreams) return undefined;
  if (!services)
    throw wrongEntry(
      name,
      "has upstreams, but EMBERLINE_SERVICES is missing: set it, or omit them.",
    );
  try {
    return servicesOf(withCredentials(services, upstreams), readSecret);
  } catch (error) {
    throw wrongEntry(
      name,
      `has wrong upstreams: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function wrongEntry(name: string, problem: string): Error {
  return new Error(`the entry ${JSON.stringify(name)} of EMBERLINE_KEYS_FILE ${problem}`);
}

/** The grant of a token with these claims; a claim may also be a list that has the value. */
export function grantOfClaims(
  grants: readonly Grant[],
  claims: Readonly<Record<string, unknown>>,
): Grant | undefined {
  return grants.find(
    (grant) =>
      grant.claims &&
      Object.entries(grant.claims).every(([name, value]) => [claims[name]].flat().includes(value)),
  );
}

/** The SHA-256 of a key, which has the same length for every key: comparisons tell nothing. */
export function keyDigest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
