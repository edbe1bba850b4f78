import {
  type SettingsTable,
  serverUrl,
  type ValuesOf,
  WrongValue,
  wholeNumber,
} from "@emberline/settings";
import { type LiveArea, parseAreas } from "./live-areas.ts";
import { type LiveConfig, readLiveConfig } from "./live-config.ts";

const defaultDays = 10;

/** The settings of live feeds, for the tables of programs. */
export const liveSettings = {
  live: {
    option: "live",
    variable: "EMBERLINE_LIVE",
    help: "fill the embedded service with the fires of NASA FIRMS, WFIGS and FEDS and with evacuation zones, and keep it current; data files are loaded as well",
  },
  firmsKey: {
    variable: "EMBERLINE_FIRMS_KEY",
    value: "KEY",
    isSecret: true,
    unset: "FIRMS' open files of the last days",
    help: "MAP_KEY of NASA FIRMS, free from https://firms.modaps.eosdis.nasa.gov/api/map_key/",
    parse: parseKey,
  },
  firmsUrl: {
    variable: "EMBERLINE_FIRMS_URL",
    value: "URL",
    default: "https://firms.modaps.eosdis.nasa.gov/",
    help: "NASA FIRMS, or a mirror of it",
    parse: baseUrl,
  },
  wfigsUrl: {
    variable: "EMBERLINE_WFIGS_URL",
    value: "URL",
    default: "https://services3.arcgis.com/T4QMspbfLg3qTGWY/ArcGIS/rest/services/",
    help: "services of WFIGS, or a mirror of them",
    parse: baseUrl,
  },
  fedsUrl: {
    variable: "EMBERLINE_FEDS_URL",
    value: "URL",
    default: "https://openveda.cloud/api/features/",
    help: "NASA's features of FEDS, or a mirror of them",
    parse: baseUrl,
  },
  liveAreas: {
    variable: "EMBERLINE_LIVE_AREAS",
    value: "AREA;…",
    unset: "the world",
    help: "areas to read, separated by semicolons: boxes west,south,east,north, and names such as Oregon where the program knows them",
    // Not the function itself: declarations of other packages could not name it.
    parse: (given: string): readonly LiveArea[] => parseAreas(given),
  },
  liveDays: {
    variable: "EMBERLINE_LIVE_DAYS",
    value: "N",
    unset: String(defaultDays),
    help: "how many days of live fires are kept",
    parse: wholeNumber(1, 3660),
  },
  liveMinutes: {
    variable: "EMBERLINE_LIVE_MINUTES",
    value: "N",
    unset: "the pace of each source",
    help: "least time between two readings of a feed; no source is asked faster than it allows",
    parse: wholeNumber(1, 3660),
  },
  liveContact: {
    variable: "EMBERLINE_LIVE_CONTACT",
    value: "TEXT",
    unset: "none",
    help: "contact for the operators of sources, sent in User-Agent",
    parse: parseContact,
  },
  liveConfig: {
    variable: "EMBERLINE_LIVE_CONFIG",
    value: "FILE",
    unset: "none",
    help: "JSON file with areas, sources (names of feeds), feeds (files of your own), urls (mirrors), days and minutes of live feeds; variables take precedence",
    parse: (given: string): LiveConfig => readLiveConfig(given),
  },
} satisfies SettingsTable;

/** What is read live. */
export interface LiveSettings {
  readonly firmsKey: string | undefined;
  readonly firmsUrl: URL;
  readonly wfigsUrl: URL;
  readonly fedsUrl: URL;
  /** Empty for the world. */
  readonly areas: readonly LiveArea[];
  /** Names of feeds; undefined for those that are usual. */
  readonly sources: readonly string[] | undefined;
  /** Files that describe feeds of the operator's own, which are read in any case. */
  readonly feedFiles: readonly string[];
  /** Other addresses of described feeds, by name. */
  readonly feedUrls: Readonly<Record<string, string>>;
  readonly days: number;
  /** Undefined: the pace of each source. */
  readonly minutes: number | undefined;
  readonly contact: string | undefined;
}

/** The live feeds that the operator wants; null without `--live`. */
export function liveOf(values: ValuesOf<typeof liveSettings>): LiveSettings | null {
  if (!values.live) return null;
  const { firmsKey, firmsUrl, wfigsUrl, fedsUrl, liveConfig: config = {} } = values;
  return {
    ...{ firmsKey, firmsUrl, wfigsUrl, fedsUrl },
    areas: values.liveAreas ?? config.areas ?? [],
    sources: config.sources,
    feedFiles: config.feeds ?? [],
    feedUrls: config.urls ?? {},
    days: values.liveDays ?? config.days ?? defaultDays,
    minutes: values.liveMinutes ?? config.minutes,
    contact: values.liveContact,
  };
}

/** With a slash at its end, so that paths are added to it. */
function baseUrl(given: string): URL {
  const url = new URL(serverUrl("https://mirror.example/")(given));
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

function parseKey(given: string): string {
  if (/^[\w-]{8,128}$/.test(given)) return given;
  throw new WrongValue("give the MAP_KEY that NASA sent by mail: 32 letters and digits");
}

/** A comment of a header: ASCII without parentheses (RFC 9110, 5.6.5). */
function parseContact(given: string): string {
  if (/^[\x20-\x27\x2a-\x5b\x5d-\x7e]+$/.test(given)) return given;
  throw new WrongValue("give a mail address or URL in ASCII characters");
}
