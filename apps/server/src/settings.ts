import { liveSettings } from "@emberline/reference-service/live-settings";
import {
  previousClientSecret,
  previousSigningSecret,
  signingSecret,
} from "@emberline/reference-service/signing-setting";
import { storeSettings } from "@emberline/reference-service/store-settings";
import {
  checkSwitch,
  helpLines,
  list,
  oneOf,
  positiveNumber,
  type SettingsTable,
  serverUrl,
  text,
  WrongValue,
  wholeNumber,
} from "@emberline/settings";
import {
  fileOrJson,
  folder,
  logSettings,
  metricsKeySetting,
  parseKeys,
  unreadySeconds,
} from "@emberline/settings/node";
import { redisSettings } from "@emberline/state/settings";
import {
  catalogue,
  defaultCallLimits,
  operatorSettings,
  parseServices,
  type ServiceEntry,
  servicesSetting,
} from "@emberline/tools";
import { parseOrigins } from "./access/cors.ts";
import { readKeysFile } from "./access/keys-file.ts";
import { parseIssuer, parseScopes } from "./access/oauth-settings.ts";
import { type AppendLines, parseAuditLog } from "./audit/audit.ts";
import { version } from "./version.ts";
import { AllowedAddresses } from "./watches/addresses.ts";
import { readWatchesFile, type WatchesFile } from "./watches/definition.ts";

/** Two weeks; the longest possible timer is 24 days. */
const maxExportMinutes = 20_160;

const { baseUrl, clientId, clientSecret, ...operator } = operatorSettings(
  catalogue.map(({ name }) => name),
);

/** The settings of `emberline`. */
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
    help: "address to listen on; any address except loopback requires EMBERLINE_API_KEYS, EMBERLINE_KEYS_FILE or EMBERLINE_OAUTH_ISSUER, or --open",
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
  keysFile: {
    variable: "EMBERLINE_KEYS_FILE",
    value: "FILE",
    unset: "none",
    help: "JSON file of bearer keys by hash and of OAuth organizations, each with its tools, limits and upstream credentials; it is read again when it changes",
    parse: readKeysFile,
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
  oauthIssuer: {
    variable: "EMBERLINE_OAUTH_ISSUER",
    value: "URL",
    unset: "no access tokens",
    help: "OAuth authorization server whose access tokens (JWT) callers may send, exactly as the tokens name it; requires EMBERLINE_PUBLIC_URL",
    parse: parseIssuer,
  },
  oauthAudience: {
    variable: "EMBERLINE_OAUTH_AUDIENCE",
    value: "NAME,…",
    unset: "the public URL, and its /mcp and /tools",
    help: "audiences of which an access token must name one",
    parse: list,
  },
  oauthScopes: {
    variable: "EMBERLINE_OAUTH_SCOPES",
    value: "SCOPE,…",
    unset: "none",
    help: "scopes that an access token must have",
    parse: parseScopes,
  },
  metricsKey: metricsKeySetting,
  corsOrigins: {
    variable: "EMBERLINE_CORS_ORIGINS",
    value: "ORIGIN,…",
    unset: "none",
    help: "origins of other web pages that may call the tools and MCP, such as https://app.example; * for every page, which requires keys or OAuth",
    parse: parseOrigins,
  },
  chatOrigins: {
    variable: "EMBERLINE_CHAT_ORIGINS",
    value: "ORIGIN,…",
    unset: "this machine and this server",
    help: "origins of models that the playground may call from a person's browser, such as https://api.openai.com; * for every origin",
    parse: parseOrigins,
  },
  mapStyle: {
    option: "map-style",
    variable: "EMBERLINE_MAP_STYLE",
    value: "FILE|URL",
    unset: "an offline map",
    help: "style of MapLibre for the ground of the playground's map; the page then asks the hosts that it names",
    parse: text,
  },
  open: {
    option: "open",
    variable: "EMBERLINE_OPEN",
    help: "anybody may call, without a key: needed for a public URL, a proxy or another address than loopback if neither keys nor OAuth are set",
  },
  trustProxy: {
    option: "trust-proxy",
    help: "trust X-Forwarded-For: only behind a proxy that sets it itself",
  },
  embedded: {
    option: "embedded",
    help: "embed the service, as is done without EMBERLINE_BASE_URL and EMBERLINE_SERVICES",
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
  ...storeSettings,
  strict: { option: "strict", help: "refuse data that contains an invalid line" },
  openService: {
    option: "open-service",
    help: "let other machines call the embedded service too, with its client id and secret",
  },
  state: {
    option: "state",
    variable: "EMBERLINE_STATE",
    value: "FILE",
    unset: "memory",
    help: "file that stores the API clients created on the pages of the embedded service",
    parse: text,
  },
  signingSecret: {
    ...signingSecret,
    unset: "random, and the client's secret for links and cursors",
  },
  previousSigningSecret,
  adminKey: {
    variable: "EMBERLINE_ADMIN_KEY",
    value: "KEY",
    unset: "none: a link shown at the start opens them once",
    isSecret: true,
    help: "password for Settings → API clients of the embedded service",
    parse: text,
  },
  services: {
    ...servicesSetting,
    parse: (given: string): readonly ServiceEntry[] => parseServices(fileOrJson(given)),
  },
  baseUrl: { ...baseUrl, unset: "the embedded service" },
  clientId: {
    ...clientId,
    unset: "random",
    help: "client ID for that service, or for the embedded one",
  },
  clientSecret: { ...clientSecret, unset: "random" },
  previousClientSecret: {
    ...previousClientSecret,
    help: "another secret of that API client, with which links and cursors were signed, and which an embedded service accepts: the previous one after a change, or the next one before it",
  },
  ...operator,
  exportDir: {
    variable: "EMBERLINE_EXPORT_DIR",
    value: "DIR",
    unset: "a temporary folder",
    help: "folder that replicas share, so that each of them serves the exports of all",
    parse: folder,
  },
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
  watches: {
    variable: "EMBERLINE_WATCHES",
    value: "FILE",
    unset: "none",
    help: "JSON file of watches: areas, fires or assets, what counts as news there, and the webhooks that get word of it",
    parse: (given: string): WatchesFile => readWatchesFile(given),
  },
  callerWatches: {
    variable: "EMBERLINE_CALLER_WATCHES",
    value: "N",
    default: "0",
    help: "how many watches each key may register at /watches",
    parse: wholeNumber(0, 100),
  },
  watchState: {
    variable: "EMBERLINE_WATCH_STATE",
    value: "DIR",
    unset: "the folder watches beside that of live feeds, else memory",
    help: "folder that keeps what watches have seen and what is on its way, so that a restart loses nothing",
    parse: text,
  },
  watchAddresses: {
    variable: "EMBERLINE_WATCH_ADDRESSES",
    value: "ADDRESS,…",
    unset: "none",
    help: "private addresses or networks that webhooks may be sent to, also by http, such as 10.1.0.0/16; all others have to be public, and https",
    parse: parseAddresses,
  },
  ...redisSettings,
  unreadySeconds,
  auditLog: {
    variable: "EMBERLINE_AUDIT_LOG",
    value: "FILE",
    unset: "no log",
    help: "file that gets a line of JSON for each call, or - for standard error",
    parse: (given: string): AppendLines => parseAuditLog(given),
  },
  auditArguments: {
    variable: "EMBERLINE_AUDIT_ARGUMENTS",
    value: "yes|no",
    default: "no",
    help: "whether lines of the audit log have the arguments of calls",
    parse: oneOf(["yes", "no"]),
  },
  ...logSettings,
  help: { option: "help", help: "print this help" },
  check: checkSwitch,
  version: { option: "version", help: "print the version" },
} satisfies SettingsTable;

export const usage = `emberline ${version}: playground, MCP and HTTP tools on one port

  emberline make-key NAME
      print a new key once, and its entry for EMBERLINE_KEYS_FILE
  emberline feed try FILE
      read the live feed that a file describes once, and print what it understood
  emberline doctor --live [--capture DIR]
      try each live feed against its source; --capture saves what was answered, without keys

${helpLines(settings)}`;

function parseAddresses(given: string): AllowedAddresses {
  try {
    return new AllowedAddresses(list(given));
  } catch {
    throw new WrongValue("give addresses or networks, such as 10.1.0.0/16,::1");
  }
}
