import {
  choiceOf,
  httpUrl,
  json,
  listOf,
  positiveNumber,
  type SettingsTable,
  unknownName,
  type ValuesOf,
  WrongValue,
  wholeNumber,
} from "@emberline/settings";
import { defaultCallLimits } from "./call/call-queue.ts";
import { defaultMaxExportMb } from "./call/export-store.ts";
import type { ShownByDefault } from "./call/presentation.ts";
import { toolsets } from "./catalogue/choose-tools.ts";
import type { GeocoderSettings } from "./places/geocoder.ts";
import { serviceTable } from "./service-settings.ts";
import { type RoleSettings, roleNames } from "./values/roles.ts";

/** For help and errors. */
const rolesExample = '{"svc:hotspots": {"strength": "power_mw", "fire_name": ["name", "alias"]}}';
const rightRoles = `give JSON that names the property of a role by collection, such as ${rolesExample}`;
const parseJson = json(rightRoles);

/**
 * The roles of properties by collection. Without zod, which would slow down the start of programs.
 *
 * @throws {WrongValue} when the text is not JSON of that form
 */
function parseRoles(given: string): RoleSettings {
  const collections = membersOf(parseJson(given));
  for (const roles of Object.values(collections)) {
    for (const [role, property] of Object.entries(membersOf(roles))) {
      if (!(roleNames as readonly string[]).includes(role)) throw unknownName(role, roleNames);
      if (!isPropertyOrList(property)) throw wrongRoles();
    }
  }
  return collections as RoleSettings;
}

function isPropertyOrList(value: unknown): boolean {
  const names: unknown[] = Array.isArray(value) ? value : [value];
  return names.length > 0 && names.every((each) => typeof each === "string" && each !== "");
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw wrongRoles();
}

function wrongRoles(): WrongValue {
  return new WrongValue(rightRoles, "cannot be read");
}

const maxExportMb = 1e9;

/** The settings shared by all programs with tools, for their tables of settings. */
export function operatorSettings(toolNames: readonly string[]) {
  return {
    ...serviceTable,
    toolsets: {
      variable: "EMBERLINE_TOOLSETS",
      option: "toolsets",
      value: "NAME,…",
      unset: "all",
      help: `offer the tools in these sets: ${toolsets.join(", ")}`,
      parse: listOf(toolsets),
    },
    tools: {
      variable: "EMBERLINE_TOOLS",
      option: "tools",
      value: "NAME,…",
      unset: "all",
      help: "offer these tools, in addition to those of the sets",
      parse: listOf(toolNames),
    },
    excludeTools: {
      variable: "EMBERLINE_EXCLUDE_TOOLS",
      option: "exclude-tools",
      value: "NAME,…",
      unset: "none",
      help: "do not offer these tools",
      parse: listOf(toolNames),
    },
    roles: {
      variable: "EMBERLINE_ROLES",
      value: "JSON",
      unset: "found by usual names",
      help: `the property of each role, or a list of which the first that is not null counts (${roleNames.join(", ")}) by collection, such as ${rolesExample}`,
      // Not the function itself: declarations of other packages could not name it.
      parse: (given: string): RoleSettings => parseRoles(given),
    },
    timeZone: {
      variable: "EMBERLINE_TIME_ZONE",
      option: "time-zone",
      value: "ZONE",
      unset: "UTC",
      help: "IANA zone of days and times in answers, such as Europe/Lisbon, where a call gives no time_zone",
      parse: parseZone,
    },
    units: {
      variable: "EMBERLINE_UNITS",
      option: "units",
      value: "NAME",
      default: "metric",
      help: "metric, or us: acres and miles beside km² and km in answers, where a call gives no units",
      ...choiceOf(["metric", "us"]),
    },
    geocoderUrl: {
      variable: "EMBERLINE_GEOCODER_URL",
      value: "URL",
      isSecret: true,
      unset: "none",
      help: "search URL of a geocoder for places that the offline gazetteer lacks",
      parse: httpUrl("https://nominatim.example/search"),
    },
    geocoderStyle: {
      variable: "EMBERLINE_GEOCODER_STYLE",
      value: "NAME",
      default: "nominatim",
      help: "the geocoder's API: nominatim or photon",
      ...choiceOf(["nominatim", "photon"]),
    },
    geocoderContact: {
      variable: "EMBERLINE_GEOCODER_CONTACT",
      value: "TEXT",
      unset: "none",
      help: "contact for the geocoder's operator, sent in User-Agent",
      parse: parseContact,
    },
    exportMaxMb: {
      variable: "EMBERLINE_EXPORT_MAX_MB",
      value: "MB",
      default: String(defaultMaxExportMb),
      help: "maximum total size of all exports, in 10⁶ bytes",
      parse: positiveNumber(maxExportMb),
    },
    maxCalls: {
      variable: "EMBERLINE_MAX_CALLS",
      value: "N",
      default: String(defaultCallLimits.maxRunning),
      help: "how many tool calls run at the same time",
      parse: wholeNumber(1, 1000),
    },
    maxWaitingCalls: {
      variable: "EMBERLINE_MAX_WAITING_CALLS",
      value: "N",
      default: String(defaultCallLimits.maxWaiting),
      help: "how many tool calls may wait; more are refused at once as busy",
      parse: wholeNumber(0, 10_000),
    },
    circuitFailures: {
      variable: "EMBERLINE_CIRCUIT_FAILURES",
      value: "N",
      default: "3",
      help: "how many requests in a row must fail until calls are refused at once, instead of each waiting for a service that is down; 0 for never",
      parse: wholeNumber(0, 1000),
    },
    watchMinutes: {
      variable: "EMBERLINE_WATCH_MINUTES",
      value: "N",
      default: "5",
      help: "how often what is watched, by MCP clients or for webhooks, is asked for new data",
      parse: positiveNumber(1440),
    },
    shutdownSeconds: {
      variable: "EMBERLINE_SHUTDOWN_SECONDS",
      value: "N",
      default: "30",
      help: "how long running calls may take to finish after a signal; a second signal exits at once",
      parse: positiveNumber(3600),
    },
  } satisfies SettingsTable;
}

type OperatorValues = ValuesOf<ReturnType<typeof operatorSettings>>;

/** The operator's zone and units for answers. */
export function shownByDefault({
  timeZone,
  units,
}: Pick<OperatorValues, "timeZone" | "units">): ShownByDefault {
  return { time_zone: timeZone, units };
}

/** The operator's geocoder, or null. */
export function geocoderOf({
  geocoderUrl,
  geocoderStyle,
  geocoderContact,
}: Pick<
  OperatorValues,
  "geocoderUrl" | "geocoderStyle" | "geocoderContact"
>): GeocoderSettings | null {
  if (geocoderUrl === undefined) return null;
  return { url: geocoderUrl, style: geocoderStyle, contact: geocoderContact };
}

/** By Intl, since programs start without Temporal. */
function parseZone(given: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    throw new WrongValue("give an IANA time zone, such as Europe/Lisbon");
  }
}

/** Sent in a header, which allows only ASCII. */
function parseContact(given: string): string {
  if (/^[\x20-\x7e]+$/.test(given)) return given;
  throw new WrongValue("give a mail address or URL in ASCII characters");
}
