import { createHash, createHmac } from "node:crypto";
import {
  type Circuit,
  type Client,
  createClient,
  createTokenStore,
  type TokenStore,
} from "@emberline/core";
import type { McpHttpOptions } from "@emberline/mcp-server";
import type { EmbeddedService } from "@emberline/reference-service";
import type { Log } from "@emberline/settings/node";
import { keyFrom, type State, sealedValues, stateInMemory } from "@emberline/state";
import {
  boxOfArea,
  cursorKeyOf,
  joinServices,
  type LayerSettings,
  type NamedService,
  openClient,
  openServices,
  placesIn,
  type ServiceSettings,
  secretOf,
  syntheticDataNotice,
} from "@emberline/tools";
import { bodyLimits } from "@emberline/tools/node";
import { servicePath } from "./embedded-service.ts";
import type { Settings } from "./read-settings.ts";
import { followedBy } from "./request-context.ts";
import { version } from "./version.ts";

export interface Upstream {
  readonly client: Client;
  /** Of cursors: the first signs, and each is accepted. Equal in all processes of a server. */
  readonly cursorKeys: () => readonly Uint8Array[];
  /** Of the URLs of files, likewise. */
  readonly linkKeys: () => readonly Uint8Array[];
  readonly notices: readonly string[];
  /** Readings of watched areas that replicas share. */
  readonly digests?: McpHttpOptions["digests"];
  /** Undefined for an embedded service, which is never unreachable. */
  readonly circuit?: Circuit | undefined;
  /** Of several services, by name. */
  readonly circuits?: readonly (readonly [string, Circuit])[];
  /** Collections of layers that the operator chose. */
  readonly layers?: LayerSettings;
  /** The embedded service, if any. */
  readonly embedded?: EmbeddedService;
}

export type UpstreamSettings = Pick<
  Settings,
  "service" | "services" | "embedded" | "circuitFailures" | "roles" | "geocoder" | "signing"
>;

/** A client of an external service. */
export function openService(
  service: ServiceSettings,
  settings: UpstreamSettings,
  state: State,
  log?: Log,
): Pick<Upstream, "client" | "circuit" | "digests"> {
  const opened = openClient(service, settings.circuitFailures, log, {
    roles: settings.roles,
    ...requestsTo(service, state),
  });
  return { ...opened, digests: sharedDigests(state, service, settings) };
}

/** @param origin this server's address, for example `http://127.0.0.1:3000` */
export async function openUpstream(
  settings: UpstreamSettings,
  origin: string,
  log?: Log,
  state: State = stateInMemory(),
): Promise<Upstream> {
  const { service, services, embedded: options } = settings;
  if (service) {
    const opened = openService(service, settings, state, log);
    const keys = keysOf(settings.signing, () => secretOf(service));
    return { ...opened, ...keys, notices: [] };
  }
  if (services) return openSeveral(services, settings, origin, state, log);
  const embedded = await openEmbedded(options, origin, state, log);
  return {
    client: clientOf(embedded).client,
    ...keysOf(settings.signing, () => embedded.clientSecret),
    notices: embedded.synthetic ? [syntheticDataNotice] : [],
    embedded,
  };
}

async function openSeveral(
  services: readonly NamedService[],
  { embedded: settings, circuitFailures, roles, signing }: UpstreamSettings,
  origin: string,
  state: State,
  log?: Log,
): Promise<Upstream> {
  let embedded: EmbeddedService | undefined;
  const { client, circuits, layers, notices, secret } = await openServices(services, {
    circuitFailures,
    roles,
    log,
    async embed(data) {
      const own = await openEmbedded({ ...settings, data }, origin, state, log);
      embedded = own;
      return clientOf(own);
    },
    optionsOf: (service) => requestsTo(service, state),
  });
  return {
    client,
    circuits,
    layers,
    notices,
    ...keysOf(signing, secret),
    ...(embedded && { embedded }),
  };
}

/** Several services with the credentials of an organization; one that is embedded is shared. */
export function openServicesOf(
  services: readonly NamedService[],
  embedded: EmbeddedService | undefined,
  { circuitFailures, roles }: UpstreamSettings,
  state: State,
  log?: Log,
): Pick<Upstream, "client" | "circuits" | "layers" | "notices"> {
  const { client, circuits, layers, notices } = joinServices(
    services,
    embedded ? clientOf(embedded) : null,
    {
      circuitFailures,
      roles,
      log,
      optionsOf: (service) => requestsTo(service, state),
    },
  );
  return { client, circuits, layers, notices };
}

function clientOf(embedded: EmbeddedService) {
  const { baseUrl, clientId, fetch, synthetic } = embedded;
  const secret = () => embedded.clientSecret;
  const client = createClient({
    baseUrl,
    clientId,
    clientSecret: secret,
    fetch: followedBy(fetch),
  });
  return { client, secret, isSynthetic: synthetic };
}

async function openEmbedded(
  options: UpstreamSettings["embedded"],
  origin: string,
  { createCounter }: State,
  log?: Log,
): Promise<EmbeddedService> {
  const { embed } = await import("@emberline/reference-service");
  return embed({
    ...options,
    createCounter,
    baseUrl: origin + servicePath,
    // Relative to the service, since a proxy may serve the program under a path.
    apiPage: "../docs/api?of=service",
    otherPages: [{ title: "Playground", href: "../" }],
    placesIn,
    resolveArea: boxOfArea,
    log,
    onLive: log && ((text) => log(text, "info")),
  });
}

/**
 * Secrets of which keys for signatures are made: the signing secret, else that of the credentials.
 * Each other one is accepted.
 *
 * @param organization has signatures of its own
 */
export function signingSecrets(
  signing: Settings["signing"],
  credentials: () => string,
  organization?: string,
): readonly string[] {
  const own = (secret: string | undefined) =>
    secret === undefined || organization === undefined ? secret : `${secret} ${organization}`;
  const all = [own(signing.secret()), credentials(), own(signing.previous())];
  if (organization === undefined) all.push(signing.previousCredentials());
  return all.filter((each) => each !== undefined);
}

/** Keys for signatures, each for one purpose. */
function keysOf(
  signing: Settings["signing"],
  credentials: () => string,
): Pick<Upstream, "cursorKeys" | "linkKeys"> {
  const secrets = () => signingSecrets(signing, credentials);
  const linkKeyOf = (secret: string) =>
    createHmac("sha256", "emberline links").update(secret).digest();
  return {
    cursorKeys: () => secrets().map(cursorKeyOf),
    linkKeys: () => secrets().map(linkKeyOf),
  };
}

/** How requests to a service are sent. */
function requestsTo(service: ServiceSettings, state: State) {
  return { bodyLimits, fetch: followedBy(fetch), ...sharedTokens(state, service) };
}

/** Tokens for the service that replicas share, encrypted with a key of the client's secret. */
function sharedTokens(
  { values, shared }: Pick<State, "values" | "shared">,
  service: ServiceSettings,
): { readonly tokens?: TokenStore } {
  if (!shared) return {};
  const storage = {
    getItem: (key: string) => values.get(key),
    setItem: (key: string, value: string, { ttl } = { ttl: 0 }) =>
      values.set(key, value, ttl * 1000),
  };
  const encryptionKey = keyFrom(secretOf(service), "emberline tokens");
  return { tokens: createTokenStore(storage, { encryptionKey }) };
}

/**
 * Readings of watched areas that replicas share; undefined without Redis. As kept answers, they are
 * named by the hash of what they depend on, and encrypted with a key of the credentials.
 */
function sharedDigests(
  { values, shared }: Pick<State, "values" | "shared">,
  service: ServiceSettings,
  { roles }: Pick<Settings, "roles">,
): McpHttpOptions["digests"] {
  if (!shared) return undefined;
  const secret = secretOf(service);
  const { baseUrl, featuresPath, clientId, authHeader } = service;
  const source = [version, baseUrl, featuresPath, clientId, authHeader?.name, secret, roles];
  const nameOf = (key: string) => {
    const digest = createHash("sha256").update(JSON.stringify([...source, key]));
    return `watch:${digest.digest("base64url")}`;
  };
  const sealed = sealedValues(values, secret, "emberline watches");
  return {
    get: (key) => sealed.get(nameOf(key)),
    set: (key, value, lifeMs) => sealed.set(nameOf(key), value, lifeMs),
  };
}
