import type { Context, MiddlewareHandler } from "hono";
import { problemType } from "./problem.ts";

const header = "x-request-id";

/** Safe in logs, headers and shells. */
const wellFormed = /^[\w.:=+/-]{1,200}$/;

/** The id of a request, for its answer and the operator's log. */
export function requestIdOf(c: Context): string {
  return c.get("requestId");
}

/**
 * Gives every request an id: that of an app around this one, the caller's `X-Request-Id` if it is
 * well-formed, or a new one. It is in the same header of the answer, and in problem details as
 * `request_id`.
 */
export const requestIds: MiddlewareHandler = async (c, next) => {
  const id: string = c.env?.requestId ?? ownId(c.req.header(header)) ?? crypto.randomUUID();
  c.set("requestId", id);
  await next();
  if (c.get("isNamed")) return;
  if (c.res.headers.get("content-type") === problemType) {
    const body = JSON.stringify(withRequestId((await c.res.json()) as object, id));
    c.res = new Response(body, c.res);
  }
  c.res.headers.set(header, id);
};

/** The header for an answer that is made with it: to add it to a made one takes longer. */
export function requestIdHeader(c: Context): Record<string, string> {
  c.set("isNamed", true);
  return { [header]: requestIdOf(c) };
}

/** Problem details that name the request. */
export function withRequestId(problem: object, id: string): object {
  return { ...problem, request_id: id };
}

function ownId(given: string | undefined): string | undefined {
  return given !== undefined && wellFormed.test(given) ? given : undefined;
}
