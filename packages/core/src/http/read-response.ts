import {
  AuthenticationError,
  type EmberlineError,
  type ErrorDetails,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  ResponseError,
  ServiceError,
} from "../values/errors.ts";
import type { ResponseBody } from "./response-body.ts";

/** The body of a 200 answer is not JSON; the message is the body. */
export class UnreadableBody extends Error {}

/** Reads a body as JSON, with or without a byte order mark. Throws `UnreadableBody`. */
export async function readJson(
  body: ResponseBody,
  parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
  const text = await body.text();
  try {
    return await parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's message would quote the body, which may contain a token; the caller masks it.
    throw new UnreadableBody(text);
  }
}

/** The service's `code` and its `description` or `message`, if present in the body. */
export function readErrorBody(text: string): { serviceCode?: string; description?: string } {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null) return {};
    const { code, description, message } = body as Record<string, unknown>;
    const said = description ?? message;
    return {
      ...(typeof code === "string" && { serviceCode: code }),
      ...(typeof said === "string" && { description: said }),
    };
  } catch {
    return {};
  }
}

/** At most 200 characters in quotes, without markup and control characters. */
export function excerpt(text: string): string {
  const plain = text
    .slice(0, 4000)
    .replace(/<(script|style|head)\b.*?<\/\1>/gis, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  if (plain === "") return "an empty body";
  return JSON.stringify(plain.length > 200 ? `${plain.slice(0, 200)}…` : plain);
}

/** The error for a status. */
export function errorOfStatus(
  status: number,
  message: string,
  details: ErrorDetails,
): EmberlineError {
  if (status === 401 || status === 403) return new AuthenticationError(message, details);
  if (status === 404 || status === 410) return new NotFoundError(message, details);
  if (status === 429) return new RateLimitedError(message, details);
  if (status === 408 || status >= 500) return new ServiceError(message, details);
  if (status >= 400) return new InvalidRequestError(message, details);
  return new ResponseError(message, details);
}

/** Whether a retry of the same request may succeed. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}
