import { excessOf } from "@emberline/tools";

/** Fits the longest filter and cursor, and keeps many concurrent bodies in memory. */
const maxBodyBytes = 256 * 1024;
/** Limits for a message without the call's arguments, which the tool checks. */
const envelopeLimits = { values: 1000, depth: 12, characters: 50_000 };
/** Ids and methods are echoed in answers. */
const maxNameLength = 256;

/** The members of a message that are read before the SDK validates it. */
export type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown } | null;
} | null;

/** The messages of a body: one, or a batch. */
export function messagesOf(body: unknown): readonly Message[] {
  return (Array.isArray(body) ? body : [body]) as Message[];
}

/** The body as JSON, or an error response if it is too large or not JSON-RPC. */
export async function readBody(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text === null) {
    return refusal(413, -32_000, `The body is larger than ${maxBodyBytes} bytes: send less.`);
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refusal(400, -32_700, "Parse error: the body is not valid JSON.");
  }
  const excess = messagesOf(body)
    .map(excessOfMessage)
    .find((each) => each !== null);
  return excess ? refusal(400, -32_600, `Invalid Request: ${excess}.`) : body;
}

/** Null if the body exceeds `maxBodyBytes`. */
async function readText(request: Request): Promise<string | null> {
  const stated = request.headers.get("content-length");
  // HTTP enforces the stated length.
  if (stated !== null) return Number(stated) > maxBodyBytes ? null : request.text();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function excessOfMessage(message: Message): string | null {
  if (typeof message !== "object" || message === null) return null;
  const { id, method, params } = message;
  if ([id, method].some((each) => typeof each === "string" && each.length > maxNameLength)) {
    return `id and method may have at most ${maxNameLength} characters`;
  }
  const isObject = typeof params === "object" && params !== null && !Array.isArray(params);
  const envelope = isObject ? { ...message, params: { ...params, arguments: null } } : message;
  const excess = excessOf(envelope, envelopeLimits);
  return excess && `a message has ${excess}`;
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
