import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { problem } from "./problem.ts";

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
