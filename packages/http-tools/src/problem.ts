import { isEmberlineError } from "@emberline/core";
import type { Candidate, Fault, ToolError } from "@emberline/tools";
import type { MiddlewareHandler } from "hono";
import { type ProblemCode, problems } from "./problems.ts";

/** Extension members (RFC 9457, 3.2). */
interface ProblemMembers {
  readonly parameter?: string;
  readonly candidates?: readonly Candidate[];
}

export const problemType = "application/problem+json";

/** Where the pages of the problems are: `/docs/problems/{code}`. */
export const problemsPath = "/docs/problems";

/**
 * An error as problem details (RFC 9457). `code` is for programs; `type` leads to its page.
 *
 * @example
 * problem("not_found", "There is no file 7.");
 */
export function problem(code: ProblemCode, detail: string, headers?: HeadersInit): Response {
  return response(problems[code].status, code, detail, headers);
}

/** Suggested delay before a call that ran out of time, here or in the service, is retried. */
const laterSeconds = 10;

/** The problem details of a failed tool call. */
export function toolProblem(error: ToolError): Response {
  const { code, message, retryAfterSeconds, cause, fault } = error;
  // A service that is overloaded answers 503 (RFC 9110, 15.6.4); its caller should know.
  const isOverloaded = isEmberlineError(cause) && cause.status === 503;
  const isLater = isOverloaded || code === "timed_out";
  const seconds = retryAfterSeconds ?? (isLater ? laterSeconds : undefined);
  const headers: Record<string, string> =
    seconds === undefined ? {} : { "retry-after": String(seconds) };
  const status = isOverloaded ? 503 : problems[code].status;
  return response(status, code, message, headers, fault && membersOf(fault));
}

/** The argument at fault, for programs that show a form. */
function membersOf({ argument, candidates = [] }: Fault): ProblemMembers {
  return { parameter: cut(argument), ...(candidates.length > 0 && { candidates }) };
}

/** An unknown parameter may have any name. */
function cut(name: string): string {
  return name.slice(0, 100);
}

/**
 * Makes each problem's `type` absolute. Without it, `type` is a reference with a full path, which
 * leads to the page only where `/docs` is at the root of the origin (RFC 9457, 3.1.1).
 *
 * @param url where the app is, without a slash at its end, for example `https://a.example/fires`
 */
export function problemTypesUnder(url: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.headers.get("content-type") !== problemType) return;
    const body = (await c.res.json()) as { type: string };
    const type = body.type.startsWith("/") ? url + body.type : body.type;
    c.res = new Response(JSON.stringify({ ...body, type }), c.res);
  };
}

function response(
  status: number,
  code: ProblemCode,
  detail: string,
  headers?: HeadersInit,
  members: ProblemMembers = {},
): Response {
  const { title } = problems[code];
  const body = { type: `${problemsPath}/${code}`, title, status, detail, code, ...members };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, "content-type": problemType },
  });
}
