import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { problem, problemType } from "./problems.ts";

/** HTTP enforces a stated length; only a body without one is counted, which costs a stream. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  const onError = () => tooLarge(maxBytes);
  const countBody = bodyLimit({ maxSize: maxBytes, onError });
  return async (c, next) => {
    const coding = c.req.header("content-encoding")?.trim().toLowerCase() ?? "";
    if (coding !== "" && coding !== "identity") return compressed();
    const length = c.req.header("content-length");
    if (length === undefined) return countBody(c, next);
    return Number(length) > maxBytes ? onError() : next();
  };
}

/**
 * The body as JSON, `{}` if empty. Other media types are refused: pages can send them cross-origin.
 */
export async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text.trim() === "") return {};
  const mediaType = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType !== "application/json" && !mediaType.endsWith("+json")) {
    return problem(
      "unsupported_media_type",
      "The body must be JSON: send the header Content-Type: application/json.",
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    return problem(
      "invalid_input",
      'The body is not valid JSON: send an object with the arguments, for example {"collection": "svc:hotspots"}.',
    );
  }
}

/** A body may be a thousand times its compressed length, and arguments are short. */
function compressed(): Response {
  return problem(
    "unsupported_media_type",
    "Compressed bodies are not read: send the arguments as they are, without Content-Encoding.",
    { "accept-encoding": "identity" },
  );
}

function tooLarge(maxBytes: number): Response {
  return problem(
    "too_large",
    `The body is larger than ${maxBytes} bytes: send only the arguments, or only the calls.`,
  );
}

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

/** Whether a flag such as `?dry_run` is set; a problem if its value is neither true nor false. */
export function flagOf(c: Context, name: string): boolean | Response {
  const value = c.req.query(name)?.toLowerCase();
  if (value === undefined || value === "0" || value === "false") return false;
  if (value === "" || value === "1" || value === "true") return true;
  return problem("invalid_input", `${name} must be true or false: write ?${name}=true.`);
}
