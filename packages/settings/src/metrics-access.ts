import { createHash, timingSafeEqual } from "node:crypto";
import { list } from "./parsers.ts";
import { WrongValue } from "./setting.ts";

/** Shorter keys could be guessed. */
const minKeyLength = 16;

export const metricsKeySetting = {
  variable: "EMBERLINE_METRICS_KEY",
  value: "KEY",
  unset: "only this machine may read /metrics, without a key",
  isSecret: true,
  help: "bearer key of at least 16 characters with which any machine may read /metrics; keys of callers cannot",
  parse: parseKey,
} as const;

function parseKey(given: string): string {
  const [key, ...others] = parseKeys(given);
  if (key !== undefined && others.length === 0) return key;
  throw new WrongValue("give one key");
}

/** Bearer keys, separated by commas. */
export function parseKeys(given: string): readonly string[] {
  const keys = list(given);
  if (!keys.every((key) => /^[\x21-\x7e]+$/.test(key)))
    throw new WrongValue("give keys of visible ASCII characters, separated by commas");
  const short = keys.find(({ length }) => length < minKeyLength);
  if (short === undefined) return keys;
  throw new WrongValue(
    `give keys of at least ${minKeyLength}, such as openssl rand -hex 16 makes`,
    `has a key of ${short.length} characters`,
  );
}

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1)$/;
const forwarded = ["forwarded", "x-forwarded-for", "via"];

/**
 * Whether a request comes from this machine itself. A proxy on it may forward requests from others,
 * so forwarded ones do not count.
 *
 * @param address of the socket
 */
export function isFromThisMachine(headers: Headers, address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/i, "") ?? "";
  return loopback.test(plain) && !forwarded.some((name) => headers.has(name));
}

/** Why a request may not read metrics, with the sentence for its sender; null if it may. */
export function metricsRefusal(
  headers: Headers,
  { key, address }: { readonly key: string | undefined; readonly address: string | undefined },
): { readonly code: "forbidden" | "unauthorized"; readonly sentence: string } | null {
  if (key === undefined) {
    if (isFromThisMachine(headers, address)) return null;
    const sentence =
      "The metrics are for this machine only: the operator can open them with EMBERLINE_METRICS_KEY.";
    return { code: "forbidden", sentence };
  }
  const [, shown = ""] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (timingSafeEqual(digestOf(key), digestOf(shown))) return null;
  const sentence =
    "The key of EMBERLINE_METRICS_KEY is needed: send the header Authorization: Bearer KEY.";
  return { code: "unauthorized", sentence };
}

/** Of the same length for every key: comparisons tell nothing. */
function digestOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
