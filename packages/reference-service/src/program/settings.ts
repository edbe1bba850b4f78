import {
  checkSwitch,
  list,
  oneOf,
  type SettingsTable,
  serverUrl,
  text,
  WrongValue,
  wholeNumber,
} from "@emberline/settings";
import { logSettings, metricsKeySetting, unreadySeconds } from "@emberline/settings/node";
import { redisSettings } from "@emberline/state/settings";
import { defaultOrganization } from "../auth/client-records.ts";
import { liveSettings } from "../settings/live-settings.ts";
import {
  previousClientSecret,
  previousSigningSecret,
  signingSecret,
} from "../settings/signing-setting.ts";
import { storeSettings } from "../settings/store-settings.ts";
import { collectionIds } from "../values/collections.ts";

const strict = { option: "strict", help: "refuse data that contains an invalid line" };

const state = {
  option: "state",
  value: "FILE",
  help: "file that stores the API clients created on the page or by command",
  parse: text,
};

/** Of `emberline-service serve`. */
export const serveSettings = {
  data: {
    option: "data",
    value: "DIR",
    unset: "a small sample of real fires",
    help: "serve the data files in this folder; with --live it also keeps live feeds, and is created if missing",
    parse: text,
  },
  synthetic: {
    option: "synthetic",
    help: "serve a made-up world of fires that ends now, instead of data",
  },
  ...liveSettings,
  ...storeSettings,
  state: { ...state, unset: "memory" },
  host: {
    option: "host",
    value: "HOST",
    default: "127.0.0.1",
    help: "address to listen on",
    parse: text,
  },
  port: {
    option: "port",
    value: "N",
    default: "8080",
    help: "port to listen on; 0 picks a free one",
    parse: wholeNumber(0, 65_535),
  },
  publicUrl: {
    option: "public-url",
    variable: "EMBERLINE_PUBLIC_URL",
    value: "URL",
    unset: "the URL that the caller used",
    help: "public URL of this service behind a proxy: links start with it",
    parse: (given: string) =>
      new URL(serverUrl("https://fires.example")(given)).href.replace(/\/+$/, ""),
  },
  trustProxy: {
    option: "trust-proxy",
    help: "trust X-Forwarded-For, -Proto and -Host: only behind a proxy that sets them itself",
  },
  strict,
  documentedOnly: {
    option: "documented-only",
    help: "answer 404 to operations that the interface document does not list",
  },
  tokenLifetimeSeconds: {
    option: "token-lifetime",
    value: "SECONDS",
    default: "3600",
    help: "how long a bearer token is valid",
    parse: wholeNumber(1, 1e8),
  },
  maxRequestsPerMinute: {
    option: "requests-per-minute",
    value: "N",
    unset: "unlimited",
    help: "maximum number of requests per minute for each API client",
    parse: wholeNumber(1, 1e6),
  },
  maxSearchSeconds: {
    option: "search-seconds",
    value: "SECONDS",
    default: "20",
    help: "time limit for the search of a request; beyond it, the answer is 503",
    parse: wholeNumber(1, 3600),
  },
  corsOrigins: {
    option: "cors-origin",
    isRepeatable: true,
    value: "ORIGIN",
    unset: "none",
    help: "origin whose pages may call the service from a browser; may be repeated",
    parse: parseOrigins,
  },
  quiet: { option: "quiet", help: "log no requests, but those that end by an internal error" },
  ...logSettings,
  clientId: {
    variable: "EMBERLINE_CLIENT_ID",
    value: "ID",
    unset: "demo, unless a state file is set",
    isSecret: true,
    help: "ID of an API client that always exists",
    parse: text,
  },
  clientSecret: {
    variable: "EMBERLINE_CLIENT_SECRET",
    value: "SECRET",
    unset: "random",
    isSecret: true,
    help: "secret of that API client",
    parse: text,
  },
  previousClientSecret,
  metricsKey: metricsKeySetting,
  signingSecret,
  previousSigningSecret,
  ...redisSettings,
  adminKey: {
    variable: "EMBERLINE_ADMIN_KEY",
    value: "KEY",
    unset: "page disabled",
    isSecret: true,
    help: "password for Settings → API clients at /settings/api-clients",
    parse: text,
  },
  unreadySeconds,
  help: { option: "help", help: "print this help" },
  check: checkSwitch,
  version: { option: "version", help: "print the version" },
} satisfies SettingsTable;

/** Of `emberline-service import`. */
export const importSettings = {
  data: {
    option: "data",
    value: "DIR",
    help: "folder to write to, created if missing",
    parse: text,
  },
  into: {
    option: "into",
    value: "COLLECTION",
    unset: "derived from the file name",
    help: `the collection of the files: ${collectionIds.join(", ")}`,
    parse: oneOf(collectionIds),
  },
  isDryRun: { option: "dry-run", help: "report only, write nothing" },
  strict,
} satisfies SettingsTable;

const { store } = storeSettings;
const storeOfCommand = { ...store, unset: "none", help: "the database with PostGIS" };

const organization = {
  option: "organization",
  value: "NAME",
  default: defaultOrganization,
  parse: text,
};

export const dataUsage =
  "emberline-service data load DIR | list | replace FILE | remove NAME | expire DAYS, with --store URL";

/** Of `emberline-service data`. */
export const dataSettings = {
  store: storeOfCommand,
  into: {
    option: "into",
    value: "COLLECTION",
    unset: "all collections",
    help: `the collection that expires: ${collectionIds.join(", ")}`,
    parse: oneOf(collectionIds),
  },
  organization: {
    ...organization,
    help: "the organization of simulations whose file names none",
  },
  strict,
} satisfies SettingsTable;

export const migrateUsage = "emberline-service migrate --store URL";

/** Of `emberline-service migrate`. */
export const migrateSettings = { store: storeOfCommand } satisfies SettingsTable;

/** Of `emberline-service clients`. */
export const clientsSettings = {
  state,
  organization: {
    ...organization,
    help: "the organization whose simulations a new client sees",
  },
} satisfies SettingsTable;

function parseOrigins(given: string): string[] {
  return list(given).map((origin) => {
    const isOrigin = /^https?:/.test(origin) && URL.canParse(origin);
    if (isOrigin && new URL(origin).origin === origin) return origin;
    throw new WrongValue("give a scheme and host such as https://map.example");
  });
}
