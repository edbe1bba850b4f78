import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { toBase64 } from "../values/text-numbers.ts";
import type { ToolContext } from "./context.ts";
import { invalidInput } from "./tool-error.ts";

/** Room for the longest filter with its escapes, and a page token of the service. */
const maxCursorLength = 130_000;

/** The parameter for the cursor of an earlier answer. */
export const cursorParameter = z
  .string()
  .max(maxCursorLength)
  .optional()
  .describe("next_cursor of the previous answer.");

/** Base64url characters of the signature: 72 bits. */
const signatureLength = 12;

/** Used if the operator sets no key: cursors then end with the process. */
let processKey: Uint8Array | undefined;

/**
 * Derives the key for cursors from a secret of the operator, such as the client's. Processes with
 * the same secret accept each other's cursors.
 *
 * @example
 * const context = { client, cursorKey: cursorKeyOf(clientSecret), notices: [], now: Date.now };
 */
export function cursorKeyOf(secret: string): Uint8Array {
  return hmac(sha256, utf8ToBytes("emberline cursors"), utf8ToBytes(secret));
}

/**
 * A cursor is a signature (HMAC-SHA-256, RFC 2104) of the tool's name and a small JSON value, and
 * that value, written with the letters of base64url (RFC 4648, 5), which no shell, URL or JSON text
 * has to escape. It contains no host and no secret. It is signed because answers trust the counts
 * in it.
 */
export function encodeCursor(tool: string, state: unknown, context: CursorContext): string {
  const text = JSON.stringify(state).replace(escaped, toLetters);
  return signatureOf(tool, text, keysOf(context)[0]!) + text;
}

/**
 * The state in a cursor of this tool.
 *
 * @throws {ToolError} when it is anything else (`invalid_input`)
 */
export function decodeCursor<State extends z.ZodType>(
  tool: string,
  cursor: string,
  schema: State,
  context: CursorContext,
): z.output<State> {
  const text = cursor.slice(signatureLength);
  const signature = cursor.slice(0, signatureLength);
  const isOurs = keysOf(context).some((key) => signature === signatureOf(tool, text, key));
  const parsed = schema.safeParse(isOurs ? decodeJson(text) : undefined);
  if (!parsed.success) {
    throw invalidInput(
      `This cursor does not belong to ${tool} or to this server: pass the next_cursor of an earlier ${tool} answer unchanged, or omit it to start over.`,
      "cursor",
    );
  }
  return parsed.data;
}

type CursorContext = Pick<ToolContext, "cursorKey">;

function keysOf({ cursorKey }: CursorContext): readonly Uint8Array[] {
  if (typeof cursorKey === "function") return cursorKey();
  processKey ??= crypto.getRandomValues(new Uint8Array(32));
  return [cursorKey ?? processKey];
}

function signatureOf(tool: string, text: string, key: Uint8Array): string {
  const code = hmac(sha256, key, utf8ToBytes(`${tool} ${text}`));
  const base64 = toBase64(code.subarray(0, (signatureLength * 3) / 4));
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/_(?:([A-Z])|([0-9a-f]+)_)/g, fromLetters));
  } catch {
    return undefined;
  }
}

/** Signs of JSON by a letter, the longest first: a cursor then takes half the tokens of base64. */
const signs = [
  ...['":"', '","', '":[', '":{', '"],', '"},', '":', ',"', '{"', '"}', '["', '"]', "],"],
  ...["]", "[", "}", "{", ":", ",", ".", '"', "'", " ", "_", "%", "="],
];

/** All that is not of the alphabet of cursors, "_" included, which marks what was escaped. */
const escaped = new RegExp(
  [...signs.map((sign) => sign.replace(/[[\]{}.]/g, "\\$&")), "[^A-Za-z0-9-]"].join("|"),
  "g",
);

function toLetters(found: string): string {
  const at = signs.indexOf(found);
  return at === -1 ? `_${found.charCodeAt(0).toString(16)}_` : `_${String.fromCharCode(65 + at)}`;
}

function fromLetters(_: string, letter: string | undefined, code: string): string {
  return letter === undefined
    ? String.fromCharCode(Number.parseInt(code, 16))
    : (signs[letter.charCodeAt(0) - 65] ?? "");
}
