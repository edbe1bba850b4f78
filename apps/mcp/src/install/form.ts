import { settings } from "@emberline/mcp-server/program";
import type { SettingsTable, Switch, ValueSetting } from "@emberline/settings";

type NamesWithVariable<Table extends SettingsTable> = {
  [Name in keyof Table]: Table[Name] extends { readonly variable: string } ? Name : never;
}[keyof Table];

/**
 * The titles of the settings that people fill in where they install the server; null for those that
 * only its operators need.
 */
const titles: Record<NamesWithVariable<typeof settings>, string | null> = {
  data: "Data folder",
  synthetic: null,
  live: "Fires of today",
  firmsKey: "Key of NASA FIRMS",
  firmsUrl: null,
  wfigsUrl: null,
  fedsUrl: null,
  liveAreas: "Areas of live fires",
  liveDays: "Days of live fires",
  liveMinutes: null,
  liveContact: null,
  liveConfig: null,
  baseUrl: "Service",
  services: "Several services",
  featuresPath: "Path of the service's landing page",
  auth: "Kind of credentials",
  clientId: "Client id",
  clientSecret: "Client secret",
  token: "Bearer token",
  authHeader: "Header of the key",
  authValue: "Key",
  toolsets: "Sets of tools",
  tools: null,
  excludeTools: "Tools to leave out",
  roles: null,
  timeZone: "Time zone",
  units: "Units",
  geocoderUrl: "Geocoder",
  geocoderStyle: null,
  geocoderContact: null,
  exportMaxMb: null,
  maxCalls: null,
  maxWaitingCalls: null,
  circuitFailures: null,
  watchMinutes: null,
  shutdownSeconds: null,
  exportDir: "Folder for exports",
  drainSeconds: null,
  logLevel: "Log level",
};

/** A setting as a field of a form. */
export interface Field {
  /** The setting's name in the table. */
  readonly name: string;
  readonly title: string;
  readonly help: string;
  /** What applies if the field stays empty and has no default. */
  readonly unset: string | undefined;
  readonly variable: string;
  readonly kind: "text" | "number" | "yes-or-no" | "file" | "folder";
  readonly isSecret: boolean;
  readonly default: string | undefined;
  readonly choices: readonly string[] | undefined;
}

const kinds: Readonly<Record<string, Field["kind"]>> = { DIR: "folder", FILE: "file", N: "number" };

/** The fields of the table's settings that have a title, in the table's order. */
export const fields: readonly Field[] = Object.entries<ValueSetting | Switch>(settings).flatMap(
  ([name, setting]) => {
    const title = new Map(Object.entries(titles)).get(name);
    const { variable } = setting;
    if (!title || variable === undefined) return [];
    const value = "value" in setting ? setting : undefined;
    return {
      ...{ name, title, variable },
      help: setting.help,
      unset: value?.unset,
      kind: value ? (kinds[value.value] ?? "text") : "yes-or-no",
      isSecret: value?.isSecret ?? false,
      default: value?.default,
      choices: value?.choices,
    };
  },
);

/** The help as sentences. */
export function describe({ help, unset }: Pick<Field, "help" | "unset">): string {
  const sentence = `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
  return unset === undefined ? sentence : `${sentence} If empty: ${unset}.`;
}
