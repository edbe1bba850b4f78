import { type LogLevel, openLog } from "@emberline/settings/node";

/** Logs for the operator; stdout belongs to the protocol. */
export type Log = Readonly<Record<LogLevel, (text: string) => void>>;

/** A log of the messages at this level and more serious ones. */
export function createLog(level: LogLevel): Log {
  const log = openLog({ prefix: "emberline-mcp: ", format: "text", level });
  const of = (each: LogLevel) => (text: string) => log(text, each);
  return { error: of("error"), warning: of("warning"), info: of("info"), debug: of("debug") };
}
