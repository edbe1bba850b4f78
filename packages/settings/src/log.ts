import { logLine } from "./log-line.ts";
import { choiceOf } from "./parsers.ts";
import type { ValuesOf } from "./setting.ts";

const logLevels = ["error", "warning", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

const logFormats = ["json", "text"] as const;
type LogFormat = (typeof logFormats)[number];

export const logLevelSetting = {
  variable: "EMBERLINE_LOG_LEVEL",
  option: "log-level",
  value: "LEVEL",
  default: "info",
  help: `what to log to stderr: ${logLevels.join(", ")} (each with the ones before it)`,
  ...choiceOf(logLevels),
} as const;

/** Of programs whose log a collector may read. */
export const logSettings = {
  logFormat: {
    variable: "EMBERLINE_LOG_FORMAT",
    option: "log-format",
    value: "FORMAT",
    unset: "text on a terminal, else json",
    help: "how lines on stderr are written: text for people, or json with time, level, message, request_id and trace_id",
    ...choiceOf(logFormats),
  },
  logLevel: logLevelSetting,
} as const;

/** Further members of a line of JSON; those that are undefined are left out. */
type Members = Readonly<Record<string, unknown>>;

/** Logs for the operator; a warning unless it has a level. */
export type Log = (message: string, level?: LogLevel, members?: Members) => void;

/** What the operator chose. */
export interface LogOptions {
  readonly format: LogFormat;
  readonly level: LogLevel;
}

interface ProgramOptions extends LogOptions {
  /** What lines of text begin with, such as `emberline: `. */
  readonly prefix: string;
  /** Default standard error. */
  readonly to?: NodeJS.WritableStream;
  /** The ids of the request that is being answered. */
  readonly context?: () => Members;
}

/** A log of the messages at this level and more serious ones. */
export function openLog({
  prefix,
  format,
  level: least,
  context = () => ({}),
  to = process.stderr,
}: ProgramOptions): Log {
  const wanted = logLevels.slice(0, logLevels.indexOf(least) + 1);
  // A full disk, or a collector that has ended, would end the program with its log.
  if (!to.listeners("error").includes(ignore)) to.on("error", ignore);
  return (message, level = "warning", members = {}) => {
    if (!wanted.includes(level)) return;
    const time = new Date().toISOString();
    const line =
      format === "text"
        ? prefix + logLine(message)
        : logLine(JSON.stringify({ time, level, message, ...context(), ...members }));
    to.write(`${line}\n`);
  };
}

const ignore = () => {};

/** What the settings of a log say. */
export function logOf({ logFormat, logLevel }: ValuesOf<typeof logSettings>): LogOptions {
  return { format: logFormat ?? usualFormat(), level: logLevel };
}

/** The same for a program that ends before its settings are read. */
export function logGiven(
  args: readonly string[],
  { EMBERLINE_LOG_FORMAT: variable = "" }: Readonly<Record<string, string | undefined>>,
): LogOptions {
  const [, option] = /--log-format[ =](\w+)/.exec(args.join(" ")) ?? [];
  const format = logFormats.find((each) => each === (option ?? variable.trim()));
  return { format: format ?? usualFormat(), level: "error" };
}

function usualFormat(): LogFormat {
  return process.stderr.isTTY ? "text" : "json";
}

/** The trace of a `traceparent` header (W3C Trace Context, 3.2); undefined if it is malformed. */
export function traceIdOf(traceparent: string | null | undefined): string | undefined {
  const [, id] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? "") ?? [];
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}
