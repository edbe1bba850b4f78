import type { CallResult } from "@emberline/tools";
import {
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** From the least to the most severe, as in RFC 5424. */
const levels: readonly LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** Tells a client how the calls of a request went, from the level on that it asked for. */
export class RequestLog {
  #level: LoggingLevel | undefined;

  /** The level that an older client sets for its session. */
  setLevel(level: LoggingLevel): void {
    this.#level = level;
  }

  /** Without a level, nothing is sent: most clients show no log. */
  tell({ mcpReq }: ServerContext, tool: string, result: CallResult): void {
    const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
    const asked = levels.findIndex(
      (level) => level === (envelope[LOG_LEVEL_META_KEY] ?? this.#level),
    );
    const own = levelOf(result);
    if (asked < 0 || levels.indexOf(own) < asked) return;
    const data = result.ok
      ? { tool, outcome: "ok" }
      : { tool, outcome: result.error.code, message: result.error.message };
    const params = { level: own, logger: "emberline", data };
    // A lost notification must not fail the call.
    mcpReq.notify({ method: "notifications/message", params }).catch(() => {});
  }
}

function levelOf(result: CallResult): LoggingLevel {
  if (result.ok) return "info";
  const { code } = result.error;
  if (code === "internal") return "error";
  return code === "invalid_input" || code === "not_found" ? "notice" : "warning";
}
