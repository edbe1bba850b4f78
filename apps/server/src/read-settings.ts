import { join } from "node:path";
import { type LiveSettings, liveOf } from "@emberline/reference-service/live-settings";
import { pairOf } from "@emberline/reference-service/signing-setting";
import { type StoreUrls, storeOf } from "@emberline/reference-service/store-settings";
import type { ValuesOf } from "@emberline/settings";
import {
  folder,
  type Invocation,
  LiveSecrets,
  type LogOptions,
  logOf,
  parseValue,
  readSettings as readTable,
  refuseUnknownVariables,
  unreadyMsOf,
} from "@emberline/settings/node";
import type { StateSettings } from "@emberline/state";
import {
  type CallContext,
  type CallLimits,
  catalogue,
  chooseTools,
  type GeocoderSettings,
  geocoderOf,
  type NamedService,
  type ReadSecret,
  type RoleSettings,
  type ServiceSettings,
  serviceOf,
  servicesOf,
  shownByDefault,
  type Tool,
} from "@emberline/tools";
import type { CorsOrigins } from "./access/cors.ts";
import { type Organization, organizationsOf } from "./access/grants.ts";
import type { KeysFile } from "./access/keys-file.ts";
import { type OAuthSettings, oauthOf } from "./access/oauth-settings.ts";
import type { AppendLines } from "./audit/audit.ts";
import { settings } from "./settings.ts";
import { AllowedAddresses } from "./watches/addresses.ts";
import { type WatchDefinition, withSecret } from "./watches/definition.ts";

/** The parsed settings. */
export interface Settings {
  /** Only to try everything and say what would be served. */
  readonly isCheck: boolean;
  readonly host: string;
  readonly port: number;
  /** Bearer keys of callers; without keys and OAuth, only this machine may call. */
  apiKeys(): readonly string[];
  /** The entries of the keys file. */
  readonly organizations: readonly Organization[];
  /** Undefined without a keys file. */
  readonly keysPath: string | undefined;
  /**
   * Reads the entries again.
   *
   * @throws {Error} when the file is wrong: one sentence for the operator
   */
  readOrganizations(): readonly Organization[];
  /** What may change in files; `reload` reads them again. */
  readonly secrets: LiveSecrets;
  /** Of which keys for signatures of links and cursors are made. */
  readonly signing: Readonly<
    Record<"secret" | "previous" | "previousCredentials", () => string | undefined>
  >;
  /** How access tokens of callers are checked; null: none are accepted. */
  readonly oauth: OAuthSettings | null;
  readonly tools: readonly Tool[];
  /** The public URL behind a proxy, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** The key for `/metrics`; undefined: only this machine may read them. */
  metricsKey(): string | undefined;
  /** Other web pages that may call the tools and MCP. */
  readonly corsOrigins: CorsOrigins;
  /** Models that the playground may call. */
  readonly chatOrigins: CorsOrigins;
  /** A file or an address; undefined: the offline map. */
  readonly mapStyle: string | undefined;
  /** The proxy in front states the caller's address in X-Forwarded-For. */
  readonly trustProxy: boolean;
  readonly exportMinutes: number;
  /** A folder that replicas share; undefined: a temporary one. */
  readonly exportDir: string | undefined;
  /** Limit for all exports together, in 10⁶ bytes. */
  readonly exportMaxMb: number;
  /** Limit for the exports of one caller, in 10⁶ bytes. */
  readonly exportMaxMbPerCaller: number;
  readonly callLimits: Partial<CallLimits>;
  /** Failed requests in a row until calls are refused at once; 0 for never. */
  readonly circuitFailures: number;
  /** How often what is watched is asked for new data. */
  readonly watchMs: number;
  readonly watches: {
    /** The operator's, from the file. */
    readonly own: readonly WatchDefinition[];
    /** How many a key may register. */
    readonly maxPerCaller: number;
    /** The folder that keeps them; undefined: memory. */
    readonly folder: string | undefined;
    readonly addresses: AllowedAddresses;
  };
  /** How long calls are still taken after a signal, while the server says that it is not ready. */
  readonly unreadyMs: number;
  /** How long running calls may take to finish at shutdown. */
  readonly shutdownMs: number;
  /** Undefined: chosen from the system's limit of open files. */
  readonly maxConnections: number | undefined;
  readonly roles: RoleSettings | undefined;
  readonly geocoder: GeocoderSettings | null;
  /** The zone and units of answers, where a call gives none. */
  readonly shown: CallContext["shown"];
  /** The upstream service; null: the embedded one. */
  readonly service: ServiceSettings | null;
  /** Several services; null: one. */
  readonly services: readonly NamedService[] | null;
  /** Other machines may call the embedded service. */
  readonly openService: boolean;
  readonly state: StateSettings;
  readonly log: LogOptions;
  /** Null: no audit log. */
  readonly audit: { readonly append: AppendLines; readonly hasArguments: boolean } | null;
  readonly embedded: {
    /** Equal in all replicas; the first signs, and each is accepted. Undefined: random. */
    readonly signingSecret: (() => readonly string[]) | undefined;
    readonly data: string | undefined;
    readonly synthetic: boolean;
    /** Null: nothing is read from the web. */
    readonly live: LiveSettings | null;
    readonly store: StoreUrls | null;
    readonly strict: boolean;
    readonly clientId: string | undefined;
    /** The first is in use, and each is accepted. */
    readonly clientSecret: (() => readonly string[]) | undefined;
    /** Undefined: random, and shown at the start. */
    readonly adminKey: string | (() => string) | undefined;
    /** The file of the API clients that its pages create; undefined: memory. */
    readonly state: string | undefined;
  };
}

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

export function isLoopback(host: string): boolean {
  return loopback.has(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** By which setting other machines can reach the server; null if none can. */
function reachableBy({ host, publicUrl, trustProxy }: ValuesOf<typeof settings>): string | null {
  if (!isLoopback(host)) return `--host or HOST is ${JSON.stringify(host)}`;
  if (trustProxy) return "--trust-proxy puts the server behind a proxy";
  if (publicUrl === undefined) return null;
  // A URL has an IPv6 address in brackets.
  const isPublic = !isLoopback(new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, "$1"));
  return isPublic ? "EMBERLINE_PUBLIC_URL names a public address" : null;
}

/** The variables that hold the secrets of upstream services. */
function secretVariablesOf({
  keysFile,
  services = [],
  watches,
}: ValuesOf<typeof settings>): string[] {
  const entries = keysFile?.entries ?? [];
  const credentials = entries.flatMap(({ upstream, upstreams = {} }) => [
    ...(upstream ? [upstream] : []),
    ...Object.values(upstreams),
  ]);
  const ofWatches = watches?.watches.flatMap(({ send_to }) => send_to.secret_variable ?? []) ?? [];
  const ofServices = [...credentials, ...services].flatMap((each) =>
    "secretVariable" in each && each.secretVariable !== undefined ? [each.secretVariable] : [],
  );
  return [...ofServices, ...ofWatches];
}

/** @throws {Error} when a setting is wrong: one sentence for the operator */
export function readSettings(invocation: Invocation): Settings {
  const { values, positionals } = readTable(settings, invocation);
  const named = secretVariablesOf(values).flatMap((name) => [name, `${name}_FILE`]);
  refuseUnknownVariables(settings, invocation.environment, named);
  if (positionals.length > 0)
    throw new Error("emberline takes options only: give a folder as --data DIR.");
  const { host, keysFile, data, strict, clientId } = values;
  const { environment } = invocation;
  const secrets = new LiveSecrets(environment);
  const apiKeysNow = secrets.of(settings.apiKeys);
  const apiKeys = () => apiKeysNow() ?? [];
  const oauth = oauthOf(values);
  const isOpen = apiKeys().length === 0 && !keysFile && oauth === null;
  const reachable = isOpen && !values.open ? reachableBy(values) : null;
  if (reachable !== null) {
    throw new Error(
      `${reachable}, and without keys anybody could call this server: set EMBERLINE_API_KEYS to one or more bearer keys, or EMBERLINE_KEYS_FILE or EMBERLINE_OAUTH_ISSUER, or give --open if anybody may.`,
    );
  }
  const { corsOrigins = [] } = values;
  if (corsOrigins === "*" && isOpen) {
    throw new Error(
      "EMBERLINE_CORS_ORIGINS is *, and without keys every web page could call this server: set EMBERLINE_API_KEYS, EMBERLINE_KEYS_FILE or EMBERLINE_OAUTH_ISSUER, or list origins.",
    );
  }
  const service = withLiveSecrets(serviceOf(values), secrets);
  const readSecret: ReadSecret = (variable, parse) => secrets.valueOf({ variable, parse });
  const services = values.services ? servicesOf(values.services, readSecret) : null;
  if (services) checkServices(services, values);
  if (service && data !== undefined) {
    throw new Error(
      "EMBERLINE_BASE_URL and a data folder are both set: data is for the embedded service, so leave one of them out.",
    );
  }
  const ofEmbedded = {
    "--embedded": values.embedded,
    "--synthetic": values.synthetic,
    "--live or EMBERLINE_LIVE": values.live,
    "--store or EMBERLINE_STORE": values.store,
    "--open-service": values.openService,
    "--state": values.state,
  };
  for (const [name, value] of Object.entries(ofEmbedded)) {
    if (service && value) {
      throw new Error(
        `EMBERLINE_BASE_URL and ${name} are both set: no service is embedded then, so leave one of them out.`,
      );
    }
  }
  const live = liveOf(values);
  const store = storeOf(values, secrets);
  if (values.synthetic && (data !== undefined || live || store))
    throw new Error(
      "--synthetic is instead of data, live feeds and a store: leave it or them out.",
    );
  // Live feeds without a database keep a journal in the folder, and create it.
  const mayCreate = live !== null && store === null;
  const tools = chooseTools(catalogue, values);
  const organizationsIn = (file: KeysFile | undefined) =>
    organizationsOf(file?.entries ?? [], {
      tools,
      service,
      services: values.services ?? null,
      readSecret,
      hasIssuer: oauth !== null,
      apiKeys: apiKeys(),
    });
  return {
    isCheck: values.check,
    host,
    port: values.port,
    apiKeys,
    organizations: organizationsIn(keysFile),
    keysPath: keysFile?.path,
    readOrganizations: () =>
      organizationsIn(
        keysFile && parseValue("EMBERLINE_KEYS_FILE", keysFile.path, settings.keysFile),
      ),
    secrets,
    signing: {
      secret: secrets.of(settings.signingSecret),
      previous: secrets.of(settings.previousSigningSecret),
      previousCredentials: secrets.of(settings.previousClientSecret),
    },
    oauth,
    tools,
    publicUrl: values.publicUrl,
    metricsKey: secrets.of(settings.metricsKey),
    corsOrigins,
    chatOrigins: values.chatOrigins ?? [],
    mapStyle: values.mapStyle,
    trustProxy: values.trustProxy,
    exportMinutes: values.exportMinutes,
    exportDir: values.exportDir,
    exportMaxMb: values.exportMaxMb,
    exportMaxMbPerCaller: values.exportMaxMbPerCaller ?? values.exportMaxMb / 2,
    callLimits: {
      maxRunning: values.maxCalls,
      maxRunningPerCaller: values.maxCallsPerCaller,
      maxWaiting: values.maxWaitingCalls,
      maxWaitingPerCaller: Math.ceil(values.maxWaitingCalls / 2),
    },
    circuitFailures: values.circuitFailures,
    watchMs: values.watchMinutes * 60_000,
    watches: {
      own: (values.watches?.watches ?? []).map((each) => withSecret(each, environment)),
      maxPerCaller: values.callerWatches,
      folder:
        values.watchState ?? (mayCreate && data !== undefined ? join(data, "watches") : undefined),
      addresses: values.watchAddresses ?? new AllowedAddresses(),
    },
    unreadyMs: unreadyMsOf(values),
    shutdownMs: values.shutdownSeconds * 1000,
    maxConnections: values.maxConnections,
    roles: values.roles,
    geocoder: geocoderOf(values),
    shown: shownByDefault(values),
    service,
    services,
    openService: values.openService,
    state: {
      redisUrl: secrets.valueOf(settings.redisUrl) ?? null,
      redisPrefix: values.redisPrefix,
    },
    log: logOf(values),
    audit: values.auditLog
      ? { append: values.auditLog, hasArguments: values.auditArguments === "yes" }
      : null,
    embedded: {
      signingSecret: pairOf(secrets, settings.signingSecret, settings.previousSigningSecret),
      synthetic: values.synthetic,
      data: mayCreate || data === undefined ? data : existingFolder(data, invocation),
      live,
      store,
      strict,
      clientId,
      clientSecret: pairOf(secrets, settings.clientSecret, settings.previousClientSecret),
      adminKey: secrets.valueOf(settings.adminKey),
      state: values.state,
    },
  };
}

/** The service with credentials that may change where they are in files. */
function withLiveSecrets(
  service: ServiceSettings | null,
  secrets: LiveSecrets,
): ServiceSettings | null {
  if (!service) return null;
  const clientSecret = service.clientSecret && secrets.valueOf(settings.clientSecret);
  const token = service.token && secrets.valueOf(settings.token);
  const value = service.authHeader && secrets.valueOf(settings.authValue);
  return {
    ...service,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(token !== undefined && { token }),
    ...(value !== undefined && { authHeader: { ...service.authHeader!, value } }),
  };
}

/** What does not go together with several services. Throws one sentence for the operator. */
function checkServices(
  services: readonly NamedService[],
  { baseUrl, embedded, data, live, store, state, openService }: ValuesOf<typeof settings>,
): void {
  const isEmbedded = services.some(({ source }) => source.kind === "embedded");
  const excluded: readonly (readonly [isSet: boolean, name: string, why: string])[] = [
    [baseUrl !== undefined, "EMBERLINE_BASE_URL", "the services name their own URLs"],
    [data !== undefined, "a data folder", 'an entry with "embedded": true has its own "data"'],
    [store !== undefined, "--store or EMBERLINE_STORE", "one database is for one service"],
    [!isEmbedded && embedded, "--embedded", "no service is embedded"],
    [!isEmbedded && live, "--live or EMBERLINE_LIVE", "no service is embedded"],
    [!isEmbedded && state !== undefined, "--state", "no service is embedded"],
    [!isEmbedded && openService, "--open-service", "no service is embedded"],
  ];
  const [wrong] = excluded.filter(([isSet]) => isSet);
  if (wrong) {
    const [, name, why] = wrong;
    throw new Error(
      `EMBERLINE_SERVICES and ${name} are both set, but ${why}: leave one of them out.`,
    );
  }
  for (const { name, source } of services) {
    if (source.kind === "embedded" && source.data !== undefined)
      parseValue(`data of the service ${name}`, source.data, { parse: folder });
  }
}

function existingFolder(data: string, { args }: Invocation): string {
  const isOption = args.some((each) => each === "--data" || each.startsWith("--data="));
  return parseValue(isOption ? "--data" : "EMBERLINE_DATA", data, { parse: folder });
}
