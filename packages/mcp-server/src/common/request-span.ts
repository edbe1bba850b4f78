import type { CallResult } from "@emberline/tools";
import {
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import {
  type Context,
  context,
  type Link,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

const scope = "emberline-mcp";

interface Named {
  readonly method: string;
  /** A tool that exists; names from callers are not recorded. */
  readonly tool?: string | undefined;
}

/**
 * Answers a request in a span by OpenTelemetry's conventions for MCP, without arguments and
 * messages.
 */
export async function inRequestSpan<Answer>(
  { method, tool }: Named,
  ctx: ServerContext,
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const { parent, links } = parentOf(ctx);
  const name = tool === undefined ? method : `${method} ${tool}`;
  const attributes = {
    "mcp.method.name": method,
    ...(tool !== undefined && {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
    }),
    "network.transport": ctx.http ? "tcp" : "pipe",
    ...revisionOf(ctx),
  };
  const tracer = trace.getTracer(scope);
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent);
  // Nobody traces.
  if (!trace.isSpanContextValid(span.spanContext())) return answer();
  let fault: string | undefined = "_OTHER";
  try {
    const result = await context.with(trace.setSpan(parent, span), async () => answer());
    fault = isFailed(result) ? "tool_error" : undefined;
    return result;
  } catch (error) {
    if (error instanceof ProtocolError) {
      fault = String(error.code);
      span.setAttribute("rpc.response.status_code", fault);
    }
    throw error;
  } finally {
    if (fault !== undefined) {
      span.setAttribute("error.type", fault);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }
}

/** The span that `_meta` names (SEP-414), linked with that of the HTTP request; else the latter. */
function parentOf({ mcpReq }: ServerContext): { parent: Context; links: Link[] } {
  const current = context.active();
  const { traceparent, tracestate } = mcpReq._meta ?? {};
  if (typeof traceparent !== "string") return { parent: current, links: [] };
  const carrier = { traceparent, ...(typeof tracestate === "string" && { tracestate }) };
  const parent = propagation.extract(trace.deleteSpan(current), carrier);
  if (!trace.getSpanContext(parent)) return { parent: current, links: [] };
  const ofRequest = trace.getSpanContext(current);
  return { parent, links: ofRequest ? [{ context: ofRequest }] : [] };
}

function revisionOf({ mcpReq, http }: ServerContext) {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const revision =
    envelope[PROTOCOL_VERSION_META_KEY] ?? http?.req?.headers.get("mcp-protocol-version");
  const isKnown = typeof revision === "string" && /^\d{4}-\d\d-\d\d$/.test(revision);
  return isKnown ? { "mcp.protocol.version": revision } : {};
}

function isFailed(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isError" in result && !!result.isError;
}

/** From the least to the most severe, as in RFC 5424. */
export const levels: readonly LoggingLevel[] = [
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
