import { parseArgs } from "node:util";
import { type ServiceSettings, serviceFromEnvironment } from "@emberline/core";
import { operatorContext, type ToolChoice } from "@emberline/tools";
import { positiveFromEnvironment } from "@emberline/tools/node";

/** Everything that the operator decides, by options first, then by environment. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** Keys that callers show as a bearer; none: only this machine may call. */
  readonly apiKeys: readonly string[];
  /** Which of the tools are offered. */
  readonly toolChoice: ToolChoice;
  /** Where callers reach this server, if not at the address that they call; without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** How long an export may be downloaded. */
  readonly exportMinutes: number;
  /** Most that all exports may take together, in 10⁶ bytes; undefined: the store's own limit. */
  readonly exportMaxMb: number | undefined;
  /** Roles of properties, and the geocoder. */
  readonly operator: ReturnType<typeof operatorContext>;
  /** The service to ask; null: one is embedded. */
  readonly service: ServiceSettings | null;
  readonly embedded: {
    readonly data?: string;
    readonly strict: boolean;
    readonly clientId?: string;
    readonly clientSecret?: string;
  };
}

export const usage = `emberline-server: playground, MCP and HTTP tools on one port

  --port N     port (default 3000; or PORT)
  --host H     address (default 127.0.0.1; or HOST); any other than this machine's own
               needs EMBERLINE_API_KEYS, a comma-separated list of bearer keys
  --data DIR   data files for the embedded service (or EMBERLINE_DATA); default: synthetic
  --strict     refuse data with a broken line
  --toolsets core,analysis,output, --tools NAME,…, --exclude-tools NAME,…
               which tools to offer (default all), or EMBERLINE_TOOLSETS, EMBERLINE_TOOLS,
               EMBERLINE_EXCLUDE_TOOLS
  --help

EMBERLINE_BASE_URL, EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET name a real service;
without EMBERLINE_BASE_URL one is embedded, and id and secret are those of its demo client.

Exports can be downloaded for EMBERLINE_EXPORT_MINUTES (default 60), and take at most
EMBERLINE_EXPORT_MAX_MB together (default 2000). Behind a proxy EMBERLINE_PUBLIC_URL is the
address that their URLs begin with.

EMBERLINE_ROLES is JSON that names the property of a role by collection, such as
{"svc:hotspots": {"strength": "power_mw"}}. EMBERLINE_GEOCODER_URL is asked for places that the
offline gazetteer lacks, with EMBERLINE_GEOCODER_STYLE (nominatim, photon) and
EMBERLINE_GEOCODER_CONTACT.
`;

/** Two weeks: timers count no further than 24 days. */
const maxExportMinutes = 20_160;

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

export function isLoopback(host: string): boolean {
  return loopback.has(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** @throws Error with one sentence for the operator; null when only the usage was asked for */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      host: { type: "string" },
      data: { type: "string" },
      strict: { type: "boolean" },
      toolsets: { type: "string" },
      tools: { type: "string" },
      "exclude-tools": { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return null;
  const given = (name: string) => environment[name]?.trim() || undefined;
  const host = values.host ?? given("HOST") ?? "127.0.0.1";
  const apiKeys = (given("EMBERLINE_API_KEYS") ?? "")
    .split(",")
    .map((key) => key.trim())
    .filter(Boolean);
  if (!isLoopback(host) && apiKeys.length === 0) {
    throw new Error(
      `host ${host} can be reached from other machines: set EMBERLINE_API_KEYS to one or more bearer keys, or leave --host out.`,
    );
  }
  const service = serviceFromEnvironment(environment);
  const data = values.data ?? given("EMBERLINE_DATA");
  if (service && data !== undefined) {
    throw new Error(
      "EMBERLINE_BASE_URL and a data folder were both given: data is for the embedded service, leave one of them out.",
    );
  }
  const clientId = given("EMBERLINE_CLIENT_ID");
  const clientSecret = given("EMBERLINE_CLIENT_SECRET");
  return {
    host,
    port: parsePort(values.port ?? given("PORT") ?? "3000"),
    apiKeys,
    toolChoice: {
      toolsets: values.toolsets ?? given("EMBERLINE_TOOLSETS"),
      tools: values.tools ?? given("EMBERLINE_TOOLS"),
      excludeTools: values["exclude-tools"] ?? given("EMBERLINE_EXCLUDE_TOOLS"),
    },
    publicUrl: parsePublicUrl(given("EMBERLINE_PUBLIC_URL")),
    exportMinutes: Math.min(
      positiveFromEnvironment(environment, "EMBERLINE_EXPORT_MINUTES") ?? 60,
      maxExportMinutes,
    ),
    exportMaxMb: positiveFromEnvironment(environment, "EMBERLINE_EXPORT_MAX_MB"),
    operator: operatorContext(environment),
    service,
    embedded: {
      strict: values.strict ?? false,
      ...(data === undefined ? {} : { data }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
    },
  };
}

function parsePublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error(
      `EMBERLINE_PUBLIC_URL is ${JSON.stringify(text)}: give the address of this server, such as https://fires.example.`,
    );
  }
  return url.href.replace(/\/$/, "");
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(
      `port ${JSON.stringify(text)} is no port: give a number from 0 to 65535 with --port.`,
    );
  return port;
}
