import {
  type LiveSettings,
  liveOf,
  liveSettings,
} from "@emberline/reference-service/live-settings";
import { helpLines, oneOf, positiveNumber, type SettingsTable } from "@emberline/settings";
import {
  fileOrJson,
  folder,
  type Invocation,
  parseValue,
  readSettings as read,
} from "@emberline/settings/node";
import {
  type CallLimits,
  chooseTools,
  type GeocoderSettings,
  geocoderOf,
  type NamedService,
  operatorSettings,
  parseServices,
  type RoleSettings,
  type ServiceEntry,
  type ServiceSettings,
  serviceOf,
  servicesOf,
  servicesSetting,
} from "@emberline/tools";
import { listing } from "./listing.ts";
import { type LogLevel, logLevels } from "./log.ts";
import { version } from "./version.ts";

const { baseUrl, ...operator } = operatorSettings(listing.map(({ name }) => name));

/** Clients kill a server that has not ended 2 s after its input. */
const maxDrainSeconds = 1.5;

/** The settings of `emberline-mcp`. */
export const settings = {
  embedded: {
    option: "embedded",
    help: "run the service in this process, with synthetic data or the data files in the folder DIR that follows",
  },
  ...liveSettings,
  baseUrl: { ...baseUrl, unset: "required without --embedded or --live" },
  services: {
    ...servicesSetting,
    parse: (given: string): readonly ServiceEntry[] => parseServices(fileOrJson(given)),
  },
  ...operator,
  exportDir: {
    variable: "EMBERLINE_EXPORT_DIR",
    option: "export-dir",
    value: "DIR",
    unset: "no exports",
    help: "folder that export_features may write to",
    parse: folder,
  },
  drainSeconds: {
    variable: "EMBERLINE_DRAIN_SECONDS",
    value: "N",
    default: String(maxDrainSeconds),
    help: `how long running calls may take to finish after the end of the input, at most ${maxDrainSeconds}`,
    parse: positiveNumber(maxDrainSeconds),
  },
  logLevel: {
    variable: "EMBERLINE_LOG_LEVEL",
    option: "log-level",
    value: "LEVEL",
    default: "info",
    help: `what to log to stderr: ${logLevels.join(", ")} (each with the ones before it)`,
    parse: oneOf(logLevels),
  },
  help: { option: "help", help: "print this help" },
  version: { option: "version", help: "print the version" },
} satisfies SettingsTable;

export const usage = `emberline-mcp ${version}: tools for questions about fires, over MCP on stdio

  emberline-mcp                    with the service that the environment names
  emberline-mcp --embedded [DIR]   without an account, with synthetic data or data files
  emberline-mcp --live [DIR]       without an account, with the fires of today, kept in a folder
  emberline-mcp doctor …           checks configuration, service, token, collections and clock,
                                   and what an OGC API Features server can do

${helpLines(settings)}`;

/** The parsed settings. */
export interface Settings {
  readonly tools: readonly (typeof listing)[number][];
  /** The upstream service, the data of the embedded one, or several services. */
  readonly upstream:
    | ServiceSettings
    | { readonly data: string | undefined; readonly live: LiveSettings | null }
    | { readonly services: readonly NamedService[] };
  readonly roles: RoleSettings | undefined;
  readonly geocoder: GeocoderSettings | null;
  readonly callLimits: Partial<CallLimits>;
  /** Failed requests in a row until calls are refused at once; 0 for never. */
  readonly circuitFailures: number;
  /** How often what clients watch is asked for new data. */
  readonly watchMs: number;
  /** How long running calls may take to finish at shutdown. */
  readonly shutdownMs: number;
  /** How long they may take at the end of the input. */
  readonly drainMs: number;
  readonly logLevel: LogLevel;
  readonly exports: { readonly folder: string; readonly maxMb: number } | null;
}

/** @throws {Error} when a setting is wrong: one sentence for the operator */
export function readSettings(invocation: Invocation): Settings {
  const { values, positionals } = read(settings, invocation);
  const [data, ...others] = positionals;
  const live = liveOf(values);
  const embedding = live ? "--live or EMBERLINE_LIVE" : values.embedded ? "--embedded" : null;
  if (others.length > 0 || (data !== undefined && embedding === null)) {
    throw new Error(
      "emberline-mcp takes options only, except for a data folder: --embedded DIR or --live DIR.",
    );
  }
  if (live && values.baseUrl !== undefined) {
    throw new Error(
      "EMBERLINE_BASE_URL and --live or EMBERLINE_LIVE are both set: live feeds fill an embedded service, so leave one of them out.",
    );
  }
  if (values.services && (embedding || values.baseUrl !== undefined))
    throw new Error(
      `EMBERLINE_SERVICES and ${embedding ?? "EMBERLINE_BASE_URL"} are both set: leave one of them out. A service of the file may be embedded too ("embedded": true).`,
    );
  return {
    tools: chooseTools(listing, values),
    upstream: embedding
      ? // The folder of live feeds is created.
        { data: live ? data : data && checkFolder(data), live }
      : values.services
        ? { services: servicesIn(values.services, invocation) }
        : serviceIn(values),
    roles: values.roles,
    geocoder: geocoderOf(values),
    // stdio has only one caller.
    callLimits: {
      maxRunning: values.maxCalls,
      maxRunningPerCaller: values.maxCalls,
      maxWaiting: values.maxWaitingCalls,
      maxWaitingPerCaller: values.maxWaitingCalls,
    },
    circuitFailures: values.circuitFailures,
    watchMs: values.watchMinutes * 60_000,
    shutdownMs: values.shutdownSeconds * 1000,
    drainMs: values.drainSeconds * 1000,
    logLevel: values.logLevel,
    exports: values.exportDir ? { folder: values.exportDir, maxMb: values.exportMaxMb } : null,
  };
}

function servicesIn(entries: readonly ServiceEntry[], { environment }: Invocation) {
  return servicesOf(entries, environment).map((each) => {
    if (each.source.kind === "embedded" && each.source.data !== undefined)
      parseValue(`data of the service ${each.name}`, each.source.data, { parse: folder });
    return each;
  });
}

function checkFolder(data: string): string {
  return parseValue("the folder of --embedded", data, { parse: folder });
}

function serviceIn(values: Parameters<typeof serviceOf>[0]): ServiceSettings {
  const service = serviceOf(values);
  if (service) return service;
  throw new Error(
    "EMBERLINE_BASE_URL is missing: set it with EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET or another EMBERLINE_AUTH, or use --live or --embedded to try it without an account.",
  );
}
