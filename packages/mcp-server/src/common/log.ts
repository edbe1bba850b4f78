import { logLine } from "@emberline/settings";

export const logLevels = ["error", "warning", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Logs for the operator; stdout belongs to the protocol. */
export type Log = Readonly<Record<LogLevel, (text: string) => void>>;

/** A log of the messages at this level and more serious ones. */
export function createLog(level: LogLevel): Log {
  const wanted = logLevels.slice(0, logLevels.indexOf(level) + 1);
  const of = (each: LogLevel) => (wanted.includes(each) ? toStderr : () => {});
  return { error: of("error"), warning: of("warning"), info: of("info"), debug: of("debug") };
}

export function toStderr(text: string): void {
  process.stderr.write(`emberline-mcp: ${logLine(text)}\n`);
}
