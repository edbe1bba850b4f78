import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { nearest } from "@emberline/cql2/nearest";
import { yesOrNo } from "./parsers.ts";
import {
  type SettingsTable,
  type Switch,
  type ValueSetting,
  type ValuesOf,
  WrongValue,
} from "./setting.ts";

/** A program's arguments and environment. */
export interface Invocation {
  /** The command line after the program's name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The settings and the remaining arguments. */
export interface Given<Table extends SettingsTable> {
  readonly values: ValuesOf<Table>;
  /** Arguments that do not belong to an option. */
  readonly positionals: readonly string[];
}

/**
 * Reads every setting of a table: option first, then variable, then default. A blank variable
 * counts as not set, and so does the placeholder that Claude Desktop passes on for an empty field.
 * A variable with a secret may be in a file instead, which the variable with
 * `_FILE` at its end names.
 *
 * @throws {Error} when a value is wrong: one sentence for the operator with the name, what is wrong
 * and how to fix it
 */
export function readSettings<Table extends SettingsTable>(
  table: Table,
  { args, environment }: Invocation,
): Given<Table> {
  const given = readArguments(table, args);
  const values = Object.entries(table).map(([name, setting]) => [
    name,
    "value" in setting
      ? readValue(setting, given, environment)
      : readSwitch(setting, given, environment),
  ]);
  return { values: Object.fromEntries(values), positionals: given.positionals };
}

function readSwitch(
  { option, variable }: Switch,
  { options }: Arguments,
  environment: Invocation["environment"],
): boolean {
  if (options.has(option) || variable === undefined) return options.has(option);
  const text = textOf(variable, environment) || "no";
  return parseValue(variable, text, { parse: yesOrNo });
}

function readValue(
  setting: ValueSetting,
  { options }: Arguments,
  environment: Invocation["environment"],
): unknown {
  const { option, variable } = setting;
  const fromOption = option === undefined ? undefined : options.get(option);
  const fromVariable =
    variable === undefined || fromOption !== undefined
      ? undefined
      : textOrFile(variable, setting, environment);
  const text = fromOption ?? (fromVariable || setting.default);
  if (text === undefined) return undefined;
  return parseValue(fromOption === undefined ? (variable ?? "") : `--${option}`, text, setting);
}

/**
 * The value of a variable, or of the file that holds its secret; undefined if neither is set.
 *
 * @throws {Error} when it is wrong: one sentence for the operator
 */
export function readVariable<Value>(
  variable: string,
  setting: Pick<ValueSetting<Value>, "parse" | "isSecret" | "mayBeEmpty">,
  environment: Invocation["environment"],
): Value | undefined {
  const text = textOrFile(variable, setting, environment);
  return text ? parseValue(variable, text, setting) : undefined;
}

function textOrFile(
  variable: string,
  { isSecret, mayBeEmpty }: Pick<ValueSetting, "isSecret" | "mayBeEmpty">,
  environment: Invocation["environment"],
): string | undefined {
  const text = textOf(variable, environment);
  const path = isSecret && environment[`${variable}_FILE`]?.trim();
  if (!path) return text;
  if (text)
    throw new Error(`${variable} and ${variable}_FILE are both set: leave one of them out.`);
  const secret = readText(path);
  if (typeof secret === "string" && (mayBeEmpty || secret.trim() !== "")) return secret.trim();
  const fault = typeof secret === "string" ? "is empty" : `cannot be read (${secret.code})`;
  throw new Error(
    `${variable}_FILE is ${JSON.stringify(path)}, which ${fault}: name a file with the secret that the program may read.`,
  );
}

function textOf(variable: string, environment: Invocation["environment"]): string | undefined {
  return environment[variable]?.trim().replace(/^\$\{user_config\.\w+\}$/, "");
}

function readText(path: string): string | { readonly code: unknown } {
  try {
    // Fatal: of a file in UTF-16, as some shells write it, no letter would be that of the secret.
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
}

/** A URL with a user and password, or with a query, whose parameters are often keys. */
const mayHoldSecret = /:\/\/.*[@?]/s;

/**
 * Parses the text that an operator gave under a name.
 *
 * @throws {Error} when a value is wrong: one sentence for the operator
 */
export function parseValue<Value>(
  name: string,
  text: string,
  setting: Pick<ValueSetting<Value>, "parse" | "isSecret">,
): Value {
  try {
    return setting.parse(text);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const isHidden = setting.isSecret || mayHoldSecret.test(text);
    const fault =
      error.fault ?? (isHidden ? "is invalid" : `is ${JSON.stringify(text.slice(0, 100))}`);
    throw new Error(`${name} ${fault}: ${error.message}.`);
  }
}

/** The parsed command line; a switch has the value "". */
interface Arguments {
  readonly options: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
}

/** @throws {Error} when an option is unknown, or a value is missing or unexpected */
function readArguments(table: SettingsTable, args: readonly string[]): Arguments {
  const known = new Map(
    Object.values(table).flatMap((setting) =>
      setting.option === undefined ? [] : [[setting.option, setting] as const],
    ),
  );
  const options = new Map<string, string>();
  const positionals: string[] = [];
  // Not strict, since the runtimes' error messages differ and may repeat secrets.
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      [...known].map(([name, setting]) => [
        name,
        { type: "value" in setting ? "string" : "boolean" },
      ]),
    ),
  });
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const setting = known.get(token.name);
    if (!setting) throw unknownOption(token.rawName, [...known.keys()]);
    const name = `--${token.name}`;
    if (!("value" in setting)) {
      if (token.value !== undefined) throw new Error(`${name} takes no value: leave it out.`);
      options.set(token.name, "");
      continue;
    }
    if (token.value === undefined || (token.value.startsWith("--") && !token.inlineValue)) {
      throw new Error(`${name} has no value: write ${name} ${setting.value}.`);
    }
    const before = setting.isRepeatable ? options.get(token.name) : undefined;
    options.set(token.name, before === undefined ? token.value : `${before},${token.value}`);
  }
  return { options, positionals };
}

function unknownOption(name: string, known: readonly string[]): Error {
  const [meant] = nearest(name.replace(/^-+/, ""), known, 1);
  const hint = meant === undefined ? "--help lists them." : `did you mean --${meant}?`;
  return new Error(`${name} is not an option: ${hint}`);
}

/** A JSON text given itself, or in a file. */
export function fileOrJson(given: string): string {
  if (/^\s*[{[]/.test(given)) return given;
  try {
    return readFileSync(given, "utf8");
  } catch {
    throw new WrongValue("give JSON, or a file that can be read");
  }
}

/** The path of an existing folder. */
export function folder(given: string): string {
  if (statSync(given, { throwIfNoEntry: false })?.isDirectory()) return given;
  throw new WrongValue("give a folder that exists");
}

const prefix = "EMBERLINE_";

/** Of all programs, without the prefix: one environment may be for several of them. */
export const programVariables: readonly string[] = `
  ADMIN_KEY API_KEYS AUDIT_ARGUMENTS AUDIT_LOG AUTH AUTH_HEADER AUTH_VALUE BASE_URL
  CALLER_WATCHES CHAT_ORIGINS CIRCUIT_FAILURES CLIENT_ID CLIENT_SECRET CLIENT_SECRET_PREVIOUS
  CORS_ORIGINS DATA DRAIN_SECONDS
  EXCLUDE_TOOLS EXPORT_DIR EXPORT_MAX_MB EXPORT_MAX_MB_PER_CALLER EXPORT_MINUTES FEATURES_PATH
  FEDS_URL FIRMS_KEY FIRMS_URL GEOCODER_CONTACT GEOCODER_STYLE GEOCODER_URL KEYS_FILE LIVE
  LIVE_AREAS LIVE_CONFIG LIVE_CONTACT LIVE_DAYS LIVE_MINUTES LOG_FORMAT LOG_LEVEL MAP_STYLE
  MAX_CALLS MAX_CALLS_PER_CALLER MAX_CONNECTIONS MAX_WAITING_CALLS METRICS_KEY OAUTH_AUDIENCE OAUTH_ISSUER
  OAUTH_SCOPES OPEN PUBLIC_URL REDIS_PREFIX REDIS_URL ROLES SERVICES SHUTDOWN_SECONDS
  SIGNING_SECRET SIGNING_SECRET_PREVIOUS STATE STORE STORE_REPLICA SYNTHETIC TIME_ZONE TOKEN TOOLS
  TOOLSETS UNITS UNREADY_SECONDS WATCHES WATCH_ADDRESSES WATCH_MINUTES WATCH_STATE WFIGS_URL
`
  .trim()
  .split(/\s+/);

/** Settings of earlier versions, and what to do without them. */
const withdrawn: ReadonlyMap<string, string> = new Map([
  ["EMBERLINE_CACHE_SECONDS", "every call is answered anew, so unset it"],
]);

/** In the examples for clients: with callers' keys it may misspell the setting of the server. */
const clientVariables = ["API_KEY", "KEY"];

/** Kubernetes describes each service of the cluster: `EMBERLINE_PORT=tcp://10.0.0.1:3000`. */
const ofKubernetes = /_SERVICE_(?:HOST|PORT)(?:_\w+)?$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?$/;
const portOfKubernetes = /_PORT=(?:tcp|udp|sctp):\/\//;

/**
 * Refuses variables that are no settings: one that is misspelt would be ignored, and may leave a
 * server open.
 *
 * @param named variables that the operator has named elsewhere, such as those of secrets
 * @throws {Error} when there is one: one sentence for the operator, with the nearest name
 */
export function refuseUnknownVariables(
  table: SettingsTable,
  environment: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): void {
  const own = Object.values(table).flatMap((setting) => {
    const { variable } = setting;
    if (variable === undefined) return [];
    return "isSecret" in setting && setting.isSecret ? [variable, `${variable}_FILE`] : [variable];
  });
  const takesKeys = own.includes(`${prefix}API_KEYS`);
  const others = [...programVariables, ...(takesKeys ? [] : clientVariables)]
    .map((name) => prefix + name)
    .filter((name) => !own.includes(name))
    .flatMap((name) => [name, `${name}_FILE`]);
  const known = new Set([...own, ...others, ...named]);
  for (const [name, value] of Object.entries(environment)) {
    const instead = withdrawn.get(name);
    if (instead !== undefined && value)
      throw new Error(`${name} is no setting any more: ${instead}.`);
    const isOurs = /^emberline/i.test(name) && (value ?? "").trim() !== "";
    if (!isOurs || known.has(name)) continue;
    if (ofKubernetes.test(name) || portOfKubernetes.test(`${name}=${value}`)) continue;
    const meant = nearestOf(name.toUpperCase(), own);
    const hint = meant === undefined ? "" : ` (did you mean ${meant}?)`;
    throw new Error(`${name.slice(0, 100)} is no setting${hint}: correct its name, or unset it.`);
  }
}

/** Compared without the prefix, which would make all of them near. */
function nearestOf(name: string, own: readonly string[]): string | undefined {
  const bare = (each: string) => (each.startsWith(prefix) ? each.slice(prefix.length) : each);
  const inFile = own.find((each) => name === `${each}_FILE`);
  const all = [...own, ...programVariables.map((each) => prefix + each)];
  const [near] = nearest(bare(name), own.map(bare), 1);
  const [far] = nearest(bare(name), all.map(bare), 1);
  return inFile ?? all.find((each) => bare(each) === (near ?? far));
}
