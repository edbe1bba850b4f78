import type { ToolErrorCode } from "@emberline/tools";
import { ToolsClientError, type ToolsClientErrorCode } from "./client-error.ts";

const toolErrorCodes: Readonly<Record<ToolErrorCode, true>> = {
  invalid_input: true,
  not_found: true,
  not_allowed: true,
  service_authentication: true,
  service_rate_limited: true,
  service_unreachable: true,
  service_failed: true,
  timed_out: true,
  too_many_requests: true,
  busy: true,
  cancelled: true,
  internal: true,
};

/** Codes of requests that reached no tool, by status. */
const codesByStatus: ReadonlyMap<number, ToolsClientErrorCode> = new Map([
  [401, "unauthorized"],
  [403, "forbidden"],
  [413, "too_large"],
  [429, "too_many_requests"],
]);

/** A message may end up in a model's context. */
const maxMessageLength = 5000;

/** The error that an unsuccessful answer describes, as problem details (RFC 9457) or not at all. */
export async function readProblem(response: Response): Promise<ToolsClientError> {
  const { status, headers } = response;
  const after = headers.get("retry-after") ?? "";
  // Not a date, which this server never sends.
  const retryAfterSeconds = /^\d{1,6}$/.test(after) ? Number(after) : undefined;
  const details = { status, retryAfterSeconds };
  const problem = isProblem(headers) ? parseProblem(await response.text()) : undefined;
  if (!problem) {
    if (!response.bodyUsed) await response.body?.cancel();
    return new ToolsClientError("unexpected_answer", wordsFor(status), details);
  }
  const message = problem.detail.slice(0, maxMessageLength);
  return new ToolsClientError(codeOf(problem.code, status), message, details);
}

function wordsFor(status: number): string {
  // A browser hides the status of a redirect that it was told not to follow.
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  return isRedirect
    ? "The server redirects to another address: use that one as url."
    : `The answer has status ${status} without problem details: is url that of the Emberline server?`;
}

function isProblem(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("application/problem+json") ?? false;
}

function parseProblem(text: string): { code: string; detail: string } | undefined {
  try {
    const { code, detail } = JSON.parse(text);
    if (typeof code === "string" && typeof detail === "string") return { code, detail };
  } catch {}
  return undefined;
}

function codeOf(code: string, status: number): ToolsClientErrorCode {
  if (Object.hasOwn(toolErrorCodes, code)) return code as ToolErrorCode;
  return codesByStatus.get(status) ?? (status >= 500 ? "failed" : "refused");
}
