import { accessSync, constants, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { dirname } from "node:path";
import { logLine, WrongValue } from "@emberline/settings";
import { type CallResult, countTokens, type EndedCall } from "@emberline/tools";
import { processTurns } from "@emberline/turns";

/** Longer arguments are cut; the longest filter would fill a screen. */
const maxArgumentsLength = 4000;

/** Who called, and how. */
interface AuditedCaller {
  readonly name: string;
  /** The entry of the keys file, if any. */
  readonly organization: string | undefined;
  /** The name of the key among those of the organization, if it has one. */
  readonly key: string | undefined;
  readonly surface: "mcp" | "http";
  readonly requestId: string | undefined;
  /** Of the call that has just ended. */
  readonly traceId: () => string | undefined;
}

interface AuditOptions {
  readonly append: AppendLines;
  /** Whether lines have the arguments of calls. */
  readonly hasArguments: boolean;
  readonly log: (text: string) => void;
}

/** Writes a line of JSON for each call, in the order in which calls end. */
export class Audit {
  readonly #options: AuditOptions;
  #written: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** Receives the calls of this caller. */
  of(caller: AuditedCaller): (ended: EndedCall) => void {
    return (ended) => {
      const end = { time: new Date().toISOString(), traceId: caller.traceId() };
      this.#written = this.#written.then(() => this.#write(caller, ended, end));
    };
  }

  /** Resolves when every line is written. */
  async close(): Promise<void> {
    await this.#written;
  }

  async #write(
    caller: AuditedCaller,
    ended: EndedCall,
    { time, traceId }: { readonly time: string; readonly traceId: string | undefined },
  ): Promise<void> {
    const { append, hasArguments, log } = this.#options;
    try {
      const { tool, input, result, durationMs } = ended;
      const line = {
        time,
        caller: caller.name,
        organization: caller.organization,
        key: caller.key,
        surface: caller.surface,
        request_id: caller.requestId,
        trace_id: traceId,
        tool,
        outcome: result.ok ? "ok" : result.error.code,
        rows: rowsOf(result),
        tokens: result.ok ? await tokensOf(result.text) : undefined,
        milliseconds: Math.round(durationMs),
        ...(hasArguments && { arguments: shortened(input) }),
      };
      // A full disk may have cut the line before.
      const begin = this.#hasFailed ? "\n" : "";
      await append(`${begin}${logLine(JSON.stringify(line))}\n`);
      this.#hasFailed = false;
    } catch (error) {
      const { code = "unknown error" } = error as { code?: unknown };
      if (!this.#hasFailed) log(`the audit log cannot be written (${code}): lines are lost.`);
      this.#hasFailed = true;
    }
  }
}

function rowsOf(result: CallResult): number | undefined {
  if (!result.ok) return undefined;
  const { returned, rows } = result.output;
  if (typeof returned === "number") return returned;
  return Array.isArray(rows) ? rows.length : undefined;
}

const unending = { aborted: false, reason: undefined };

function tokensOf(text: string): Promise<number> {
  return countTokens(text, processTurns.pauseOf(unending));
}

function shortened(input: unknown): unknown {
  try {
    const text = JSON.stringify(input) ?? "null";
    return text.length > maxArgumentsLength ? `${text.slice(0, maxArgumentsLength)}…` : input;
  } catch {
    // What was parsed without recursion may be too deep to be written with it.
    return "nested too deeply";
  }
}

/** Readable by the owner only: lines name callers. */
const mode = 0o600;

/** Appends a line, or several. */
export type AppendLines = (lines: string) => Promise<void>;

/** The value of the setting that means standard error. */
const stderr = "-";

/** Where the audit log goes: a file, opened for each write so that it may be rotated, or `-`. */
export function parseAuditLog(given: string): AppendLines {
  if (given === stderr) return async (lines) => void process.stderr.write(lines);
  // Not created, since an operator who checks the settings may be another user than the server.
  try {
    const file = statSync(given, { throwIfNoEntry: false });
    if (file?.isDirectory()) throw new Error("a folder");
    accessSync(file ? given : dirname(given), constants.W_OK);
  } catch {
    throw new WrongValue("give a file that can be written to, or - for standard error");
  }
  return (lines) => appendFile(given, lines, { mode });
}
