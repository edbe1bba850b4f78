import { excessOf } from "@emberline/tools";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
} from "@modelcontextprotocol/server";
import { faultOfParams, isObject, removedMethods, withoutNulls } from "./params.ts";

/** Fits the longest filter and cursor, and keeps many concurrent messages in memory. */
export const maxMessageBytes = 256 * 1024;
const maxBatchLength = 100;
/** Limits for a message without the call's arguments, which the tool checks. */
const envelopeLimits = { values: 1000, depth: 12, characters: 50_000 };
/** The error of a request's handler, so that over HTTP it is answered by 200. */
export const invalidParamsCode = -32_602;
/** Ids and methods are echoed in answers. */
const maxNameLength = 256;
const firstRevisionWithoutBatches = "2025-06-18";
/** The SDK refuses arguments that are not an object, so they travel as a member of one. */
const wrapped = "emberline:arguments";

/** Why a text or a part of it is not a message. */
export class Fault {
  readonly code: number;
  readonly message: string;
  readonly id: RequestId | null;

  constructor(code: number, message: string, id: RequestId | null = null) {
    this.code = code;
    this.message = message;
    this.id = id;
  }

  /** The error that answers it. */
  get answer() {
    return { jsonrpc: "2.0", error: { code: this.code, message: this.message }, id: this.id };
  }
}

/** The parsed members of a text, which may be messages. */
interface Incoming {
  readonly members: readonly unknown[];
  readonly isBatch: boolean;
}

/**
 * Parses a text as one message or a batch.
 *
 * @param revision the negotiated one, if it is known
 */
export function parseText(text: string, revision: string | null | undefined): Incoming | Fault {
  let body: unknown;
  try {
    // Some writers begin with a byte order mark.
    body = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return new Fault(-32_700, "Parse error: the message is not valid JSON.");
  }
  if (!Array.isArray(body)) return { members: [body], isBatch: false };
  const hasBatches = (revision ?? "") < firstRevisionWithoutBatches && !body.some(isModern);
  if (!hasBatches) return invalid("this revision has no batches: send one message at a time");
  if (body.length === 0) return invalid("the batch is empty");
  return body.length > maxBatchLength
    ? invalid(`a batch may have at most ${maxBatchLength} messages`)
    : { members: body, isBatch: true };
}

/** The message, ready for the SDK, or why it is not one. */
export function toMessage(given: unknown): JSONRPCMessage | Fault {
  if (!isObject(given)) return invalid("a message is an object");
  const excess = excessOfMessage(given);
  if (excess !== null) return invalid(excess, idOf(given));
  const { params, method } = given;
  const value: Readonly<Record<string, unknown>> =
    "params" in given ? { ...given, params: withoutNulls(params, method) } : given;
  const id = idOf(given);
  const isTaken = typeof method === "string" && !(isModern(value) && removedMethods.has(method));
  const fault = id !== null && isTaken && faultOfParams(method, value.params);
  if (fault) return new Fault(invalidParamsCode, fault, id);
  if (isJSONRPCRequest(value)) return wrapArguments(value);
  if (isJSONRPCNotification(value) || isJSONRPCResponse(value)) return value;
  const right = '{"jsonrpc": "2.0", "id": …, "method": "…", "params": {…}}';
  return invalid(`a request is ${right}`, id);
}

/** The id of the request that the message cancels, if any. */
export function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const id = message.params?.requestId;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

export function tooLong(id: RequestId | null = null): Fault {
  return new Fault(-32_000, `The message is larger than ${maxMessageBytes} bytes: send less.`, id);
}

/** The arguments of a call as the client sent them. */
export function unwrapArguments(given: Readonly<Record<string, unknown>> | undefined): unknown {
  return given && wrapped in given ? given[wrapped] : given;
}

function wrapArguments(request: JSONRPCRequest): JSONRPCRequest {
  const { method, params } = request;
  const given = params?.arguments;
  if (method !== "tools/call" || given === undefined || isObject(given)) return request;
  return { ...request, params: { ...params, arguments: { [wrapped]: given } } };
}

function invalid(why: string, id: RequestId | null = null): Fault {
  return new Fault(-32_600, `Invalid Request: ${why}.`, id);
}

function excessOfMessage(message: Readonly<Record<string, unknown>>): string | null {
  const { id, method, params } = message;
  if ([id, method].some((each) => typeof each === "string" && each.length > maxNameLength)) {
    return `id and method may have at most ${maxNameLength} characters`;
  }
  const envelope = isObject(params)
    ? { ...message, params: { ...params, arguments: null } }
    : message;
  const excess = excessOf(envelope, envelopeLimits);
  return excess && `a message has ${excess}`;
}

/** The id to answer by, if it is one. */
function idOf({ id }: Readonly<Record<string, unknown>>): RequestId | null {
  if (typeof id === "string") return id.length > maxNameLength ? null : id;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

/** Whether the message states its revision, as those since 2026-07-28 do. */
function isModern(message: unknown): boolean {
  const params = isObject(message) ? message.params : undefined;
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) && PROTOCOL_VERSION_META_KEY in meta;
}
