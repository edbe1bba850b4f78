import { excessOf } from "@emberline/tools";

/** More than the longest filter and cursor take, and little enough that many fit into memory. */
const maxBodyBytes = 256 * 1024;
/** Of a message without the arguments of its call, which the tool itself checks. */
const envelopeLimits = { values: 1000, depth: 12, characters: 50_000 };
/** Ids and methods come back in answers. */
const maxNameLength = 256;

/** What is looked at in a message before the SDK has checked it. */
export type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown } | null;
} | null;

/** The messages of a body: one, or those of a batch. */
export function messagesOf(body: unknown): readonly Message[] {
  return (Array.isArray(body) ? body : [body]) as Message[];
}

/** The body of a request as JSON, or the answer to one that is too large or not JSON-RPC. */
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

/** Null where there is more of it than `maxBodyBytes`. */
async function readText(request: Request): Promise<string | null> {
  const stated = request.headers.get("content-length");
  // HTTP itself holds a body to its stated length.
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
