import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import {
  Fault,
  invalidParamsCode,
  maxMessageBytes,
  parseText,
  toMessage,
  tooLong,
} from "./common/json-rpc.ts";

/** The messages of a body: one, or a batch. */
export interface Body {
  readonly messages: readonly JSONRPCMessage[];
  /** What the SDK reads. */
  readonly parsed: unknown;
}

/** The body as messages, or an error response if it is too large or not JSON-RPC. */
export async function readBody(request: Request): Promise<Body | Response> {
  const text = await readText(request);
  if (text === null) return respond(413, tooLong());
  const incoming = parseText(text, request.headers.get("mcp-protocol-version"));
  if (incoming instanceof Fault) return respond(400, incoming);
  const messages: JSONRPCMessage[] = [];
  for (const member of incoming.members) {
    const message = toMessage(member);
    if (message instanceof Fault)
      return respond(message.code === invalidParamsCode ? 200 : 400, message);
    messages.push(message);
  }
  return { messages, parsed: incoming.isBatch ? messages : messages[0] };
}

/** Null if the body exceeds the limit of a message. */
async function readText(request: Request): Promise<string | null> {
  const stated = request.headers.get("content-length");
  // HTTP enforces the stated length.
  if (stated !== null) return Number(stated) > maxMessageBytes ? null : request.text();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxMessageBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function respond(status: number, fault: Fault): Response {
  return Response.json(fault.answer, { status });
}
