import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Problem } from "../problems.ts";

/** Answers 413 to longer bodies. */
export function limitedBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new Problem(413, "invalid-request", `The body is longer than ${maxBytes} bytes.`);
    },
  });
}
