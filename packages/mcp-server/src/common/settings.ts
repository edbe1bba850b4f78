import {
  type LiveSettings,
  liveOf,
  liveSettings,
} from "@emberline/reference-service/live-settings";
import {
  helpLines,
  positiveNumber,
  type SettingsTable,
  text,
  type ValuesOf,
} from "@emberline/settings";
import {
  fileOrJson,
  folder,
  type Invocation,
  type LogLevel,
  logLevelSetting,
  parseValue,
  readSettings as read,
  readVariable,
  refuseUnknownVariables,
} from "@emberline/settings/node";
import {
  type CallContext,
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
  shownByDefault,
} from "@emberline/tools";
import { listing } from "./listing.ts";
import { version } from "./version.ts";

const { baseUrl, ...operator } = operatorSettings(listing.map(({ name }) => name));

/** As long as an export may take. */
const maxDrainSeconds = 600;
/** Longer than other calls may take. */
const drainSeconds = 60;

/** The settings of `emberline-mcp`. */
export const settings = {
  embedded: {
    option: "embedded",
    help: "run the service in this process, with a small sample of real fires or with --data",
  },
  embeddedByDefault: {
    option: "embedded-by-default",
    help: "as --embedded, unless a setting of a service is given",
  },
  data: {
    option: "data",
    variable: "EMBERLINE_DATA",
    value: "DIR",
    unset: "a small sample of real fires",
    help: "data files for the embedded service; with --live also where live feeds are kept, created if missing",
    parse: text,
  },
  synthetic: {
    option: "synthetic",
    variable: "EMBERLINE_SYNTHETIC",
    help: "serve a made-up world of fires that ends now, instead of data",
  },
  ...liveSettings,
  baseUrl: { ...baseUrl, unset: "required without --embedded, --data or --live" },
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
    default: String(drainSeconds),
    help: `how long running calls may take to finish after the end of the input, at most ${maxDrainSeconds}; those that are not done are answered by an error`,
    parse: positiveNumber(maxDrainSeconds),
  },
  logLevel: logLevelSetting,
  help: { option: "help", help: "print this help" },
  version: { option: "version", help: "print the version" },
} satisfies SettingsTable;

export const usage = `emberline-mcp ${version}: tools for questions about fires, over MCP on stdio

  emberline-mcp                    with the service that the environment names
  emberline-mcp --embedded         without an account, with a small sample of real fires
  emberline-mcp --data DIR         without an account, with the data files of a folder
  emberline-mcp --live             without an account, with the fires of today; --data DIR keeps them
  emberline-mcp doctor …           checks configuration, service, token, collections and clock,
                                   and what an OGC API Features server can do; with --live each
                                   live feed, and --capture DIR saves what their sources answer

${helpLines(settings)}`;

/** The parsed settings. */
export interface Settings {
  readonly tools: readonly (typeof listing)[number][];
  /** The upstream service, the data of the embedded one, or several services. */
  readonly upstream:
    | ServiceSettings
    | {
        readonly data: string | undefined;
        readonly synthetic: boolean;
        readonly live: LiveSettings | null;
      }
    | { readonly services: readonly NamedService[] };
  readonly roles: RoleSettings | undefined;
  readonly geocoder: GeocoderSettings | null;
  /** The zone and units of answers, where a call gives none. */
  readonly shown: CallContext["shown"];
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
  const secrets = (values.services ?? []).flatMap((each) =>
    "secretVariable" in each ? (each.secretVariable ?? []) : [],
  );
  refuseUnknownVariables(settings, invocation.environment, secrets);
  const live = liveOf(values);
  const data = dataOf(values, positionals);
  const embedding = embeddingOf(values, live !== null);
  if (live && values.baseUrl !== undefined) {
    throw new Error(
      "EMBERLINE_BASE_URL and --live or EMBERLINE_LIVE are both set: live feeds fill an embedded service, so leave one of them out.",
    );
  }
  if (values.data !== undefined && values.baseUrl !== undefined) {
    throw new Error(
      "EMBERLINE_BASE_URL and a data folder are both set: data is for the embedded service, so leave one of them out.",
    );
  }
  if (values.synthetic && (live || data !== undefined || values.baseUrl !== undefined))
    throw new Error(
      "--synthetic is instead of data, live feeds and a service: leave it or them out.",
    );
  if (values.services && (embedding || values.baseUrl !== undefined))
    throw new Error(
      `EMBERLINE_SERVICES and ${embedding ?? "EMBERLINE_BASE_URL"} are both set: leave one of them out. A service of the file may be embedded too ("embedded": true).`,
    );
  return {
    tools: chooseTools(listing, values),
    upstream: embedding
      ? // The folder of live feeds is created.
        { data: live ? data : data && checkFolder(data, values), synthetic: values.synthetic, live }
      : values.services
        ? { services: servicesIn(values.services, invocation) }
        : serviceIn(values),
    roles: values.roles,
    geocoder: geocoderOf(values),
    shown: shownByDefault(values),
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
  const readSecret = (variable: string, parse: (given: string) => string) =>
    readVariable(variable, { parse, isSecret: true }, environment);
  return servicesOf(entries, readSecret).map((each) => {
    if (each.source.kind === "embedded" && each.source.data !== undefined)
      parseValue(`data of the service ${each.name}`, each.source.data, { parse: folder });
    return each;
  });
}

type Values = ValuesOf<typeof settings>;

/** The settings that only a service has, or several. */
const ofServices = [
  ...(["baseUrl", "services", "featuresPath", "auth", "clientId", "clientSecret"] as const),
  ...(["token", "authHeader", "authValue"] as const),
] satisfies readonly (keyof Values)[];

/** What asks for an embedded service; null if nothing does. */
function embeddingOf(values: Values, isLive: boolean): string | null {
  if (isLive) return "--live or EMBERLINE_LIVE";
  if (values.synthetic) return "--synthetic or EMBERLINE_SYNTHETIC";
  if (values.embedded) return "--embedded";
  if (values.data !== undefined) return "--data or EMBERLINE_DATA";
  const isDefault =
    values.embeddedByDefault && ofServices.every((name) => values[name] === undefined);
  return isDefault ? "--embedded-by-default" : null;
}

/** The folder of `--data`, or in its older form the one that follows `--embedded` or `--live`. */
function dataOf(values: Values, [following, ...others]: readonly string[]): string | undefined {
  if (following === undefined) return values.data;
  const isAllowed = others.length === 0 && (values.embedded || values.live);
  if (!isAllowed) throw new Error("emberline-mcp takes options only: give a folder as --data DIR.");
  if (values.data === undefined) return following;
  throw new Error(
    `Two data folders are given, ${JSON.stringify(following)} and that of --data or EMBERLINE_DATA: leave one of them out.`,
  );
}

function checkFolder(data: string, values: Values): string {
  const given = values.data === undefined ? "the folder of --embedded" : "--data or EMBERLINE_DATA";
  return parseValue(given, data, { parse: folder });
}

function serviceIn(values: Parameters<typeof serviceOf>[0]): ServiceSettings {
  const service = serviceOf(values);
  if (service) return service;
  throw new Error(
    "EMBERLINE_BASE_URL is missing: set it with EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET or another EMBERLINE_AUTH, or use --live or --embedded to try it without an account.",
  );
}
