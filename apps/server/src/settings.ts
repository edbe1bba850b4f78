import {
  helpLines,
  list,
  positiveNumber,
  type SettingsTable,
  serverUrl,
  text,
  WrongValue,
  wholeNumber,
} from "@emberline/settings";
import { folder, type Invocation, readSettings as read } from "@emberline/settings/node";
import {
  type CallLimits,
  catalogue,
  chooseTools,
  defaultCallLimits,
  type GeocoderSettings,
  geocoderOf,
  operatorSettings,
  type RoleSettings,
  type ServiceSettings,
  serviceOf,
  type Tool,
} from "@emberline/tools";
import { version } from "./version.ts";

/** Two weeks; the longest possible timer is 24 days. */
const maxExportMinutes = 20_160;

const { baseUrl, clientId, clientSecret, ...operator } = operatorSettings(
  catalogue.map(({ name }) => name),
);

/** The settings of `emberline-server`. */
export const settings = {
  port: {
    option: "port",
    variable: "PORT",
    value: "N",
    default: "3000",
    help: "port to listen on; 0 picks a free one",
    parse: wholeNumber(0, 65_535),
  },
  host: {
    option: "host",
    variable: "HOST",
    value: "HOST",
    default: "127.0.0.1",
    help: "address to listen on; any address except loopback requires EMBERLINE_API_KEYS",
    parse: text,
  },
  apiKeys: {
    variable: "EMBERLINE_API_KEYS",
    value: "KEY,…",
    unset: "no key required",
    isSecret: true,
    help: "bearer keys, each at least 16 characters; callers must send one",
    parse: parseKeys,
  },
  publicUrl: {
    variable: "EMBERLINE_PUBLIC_URL",
    value: "URL",
    isSecret: true,
    unset: "the URL that the caller used",
    help: "public URL of this server behind a proxy: links start with it, and pages from its host may call the server",
    parse: (given: string) =>
      new URL(serverUrl("https://fires.example")(given)).href.replace(/\/$/, ""),
  },
  trustProxy: {
    option: "trust-proxy",
    help: "trust X-Forwarded-For: only behind a proxy that sets it itself",
  },
  data: {
    option: "data",
    variable: "EMBERLINE_DATA",
    value: "DIR",
    unset: "a synthetic sample",
    help: "data files for the embedded service",
    parse: folder,
  },
  strict: { option: "strict", help: "refuse data that contains an invalid line" },
  openService: {
    option: "open-service",
    help: "let other machines call the embedded service too, with its client id and secret",
  },
  baseUrl: { ...baseUrl, unset: "the embedded service" },
  clientId: {
    ...clientId,
    unset: "random",
    help: "client ID for that service, or for the embedded one",
  },
  clientSecret: { ...clientSecret, unset: "random" },
  ...operator,
  exportMinutes: {
    variable: "EMBERLINE_EXPORT_MINUTES",
    value: "N",
    default: "60",
    help: "how long an export stays available for download",
    parse: positiveNumber(maxExportMinutes),
  },
  exportMaxMbPerCaller: {
    variable: "EMBERLINE_EXPORT_MAX_MB_PER_CALLER",
    value: "MB",
    unset: "half of EMBERLINE_EXPORT_MAX_MB",
    help: "maximum total size of the exports of one key or address, in 10⁶ bytes",
    parse: positiveNumber(1e9),
  },
  maxCallsPerCaller: {
    variable: "EMBERLINE_MAX_CALLS_PER_CALLER",
    value: "N",
    default: String(defaultCallLimits.maxRunningPerCaller),
    help: "maximum number of running calls of one key or address, which may also fill half of the queue",
    parse: wholeNumber(1, 1000),
  },
  maxConnections: {
    variable: "EMBERLINE_MAX_CONNECTIONS",
    value: "N",
    unset: "512, or fewer if the system allows few open files",
    help: "maximum number of open connections",
    parse: wholeNumber(1, 100_000),
  },
  help: { option: "help", help: "print this help" },
} satisfies SettingsTable;

export const usage = `emberline-server ${version}: playground, MCP and HTTP tools on one port

${helpLines(settings)}`;

/** The parsed settings. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Bearer keys of callers; without any, only this machine may call. */
  readonly apiKeys: readonly string[];
  readonly tools: readonly Tool[];
  /** The public URL behind a proxy, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** The proxy in front states the caller's address in X-Forwarded-For. */
  readonly trustProxy: boolean;
  readonly exportMinutes: number;
  /** Limit for all exports together, in 10⁶ bytes. */
  readonly exportMaxMb: number;
  /** Limit for the exports of one caller, in 10⁶ bytes. */
  readonly exportMaxMbPerCaller: number;
  readonly callLimits: Partial<CallLimits>;
  /** How long running calls may take to finish at shutdown. */
  readonly shutdownMs: number;
  /** Undefined: chosen from the system's limit of open files. */
  readonly maxConnections: number | undefined;
  readonly roles: RoleSettings | undefined;
  readonly geocoder: GeocoderSettings | null;
  /** The upstream service; null: the embedded one. */
  readonly service: ServiceSettings | null;
  /** Other machines may call the embedded service. */
  readonly openService: boolean;
  readonly embedded: {
    readonly data: string | undefined;
    readonly strict: boolean;
    readonly clientId: string | undefined;
    readonly clientSecret: string | undefined;
  };
}

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

export function isLoopback(host: string): boolean {
  return loopback.has(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** @throws {Error} when a setting is wrong: one sentence for the operator */
export function readSettings(invocation: Invocation): Settings {
  const { values, positionals } = read(settings, invocation);
  if (positionals.length > 0)
    throw new Error("emberline-server takes options only: give a folder as --data DIR.");
  const { host, apiKeys = [], data, strict, clientId, clientSecret } = values;
  if (!isLoopback(host) && apiKeys.length === 0) {
    throw new Error(
      `--host or HOST is ${JSON.stringify(host)}, which other machines can reach: set EMBERLINE_API_KEYS to one or more bearer keys, or omit the host.`,
    );
  }
  const service = serviceOf(values);
  if (service && data !== undefined) {
    throw new Error(
      "EMBERLINE_BASE_URL and a data folder are both set: data is for the embedded service, so leave one of them out.",
    );
  }
  if (service && values.openService) {
    throw new Error(
      "EMBERLINE_BASE_URL and --open-service are both set: no service is embedded then, so leave one of them out.",
    );
  }
  return {
    host,
    port: values.port,
    apiKeys,
    tools: chooseTools(catalogue, values),
    publicUrl: values.publicUrl,
    trustProxy: values.trustProxy,
    exportMinutes: values.exportMinutes,
    exportMaxMb: values.exportMaxMb,
    exportMaxMbPerCaller: values.exportMaxMbPerCaller ?? values.exportMaxMb / 2,
    callLimits: {
      maxRunning: values.maxCalls,
      maxRunningPerCaller: values.maxCallsPerCaller,
      maxWaiting: values.maxWaitingCalls,
      maxWaitingPerCaller: Math.ceil(values.maxWaitingCalls / 2),
    },
    shutdownMs: values.shutdownSeconds * 1000,
    maxConnections: values.maxConnections,
    roles: values.roles,
    geocoder: geocoderOf(values),
    service,
    openService: values.openService,
    embedded: { data, strict, clientId, clientSecret },
  };
}

/** A shorter key can be guessed. */
const minKeyLength = 16;

function parseKeys(given: string): readonly string[] {
  const keys = list(given);
  if (keys.length === 0 || !keys.every((key) => /^[\x21-\x7e]+$/.test(key)))
    throw new WrongValue("give keys of visible ASCII characters, separated by commas");
  const short = keys.find(({ length }) => length < minKeyLength);
  if (short === undefined) return keys;
  throw new WrongValue(
    `give keys of at least ${minKeyLength}, such as openssl rand -hex 16 makes`,
    `has a key of ${short.length} characters`,
  );
}
