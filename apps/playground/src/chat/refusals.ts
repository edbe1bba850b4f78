import { isObject, withoutHidden } from "@emberline/map-app/answer/json";
import { type ChosenModel, presetOf } from "./chosen-model.ts";

/** Why a model gave no answer, in words for a person. */
export class ModelError extends Error {
  override readonly name = "ModelError";
}

/** Quoted words of an endpoint are cut beyond this. */
const maxQuoted = 300;

/** What an endpoint said, without the key, which it may repeat. */
export function quoted(text: string, key: string): string {
  const plain = withoutHidden(text);
  const line = (key === "" ? plain : plain.replace(formsOf(key), "…")).replace(/\s+/g, " ").trim();
  return line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line;
}

/** A key as it is, escaped for URLs, HTML or JSON, in hexadecimal digits, and in Base64. */
function formsOf(key: string): RegExp {
  const hex = [...key].map((each) => each.charCodeAt(0).toString(16));
  const escaped = [...key].map(
    (each, i) =>
      `(?:[${/[\w]/.test(each) ? "" : "\\"}${each}]|%${hex[i]}|&#(?:x0*${hex[i]}|0*${each.charCodeAt(0)});|\\\\(?:u00|x)${hex[i]})`,
  );
  // Words such as "Bearer" before it shift the digits of Base64; those at the ends hold other bits.
  const inBase64 = ["", " ", "  "].map((before) =>
    btoa(before + key)
      .slice(Math.ceil((before.length * 4) / 3), Math.floor(((before + key).length * 4) / 3))
      .replace(/[+/]/g, (each) => (each === "+" ? "[+-]" : "[/_]")),
  );
  const forms = [escaped.join(""), hex.join(""), ...inBase64];
  return new RegExp(forms.filter((each) => each.length > 3).join("|"), "gi");
}

type Endpoint = Pick<ChosenModel, "baseUrl" | "key" | "name">;

/** The error of an endpoint's status and body, with its own words quoted. */
export function refusalOf(status: number, body: string, model: Endpoint): ModelError {
  const said = reasonIn(body, model.key);
  const words = adviceFor(status, said, model);
  return new ModelError(said === "" ? words : `${words} It says: “${said}”`);
}

function adviceFor(status: number, said: string, { baseUrl, key, name }: Endpoint): string {
  const { host } = new URL(baseUrl);
  if (/does not support (?:tools|function)|no endpoints found that support tool/i.test(said))
    return `The model ${name} cannot call tools: choose one that can.`;
  // Browsers hide the status of a redirect that they were told not to follow.
  if (status < 400)
    return `${host} sends requests to another address: enter that address, if you trust it.`;
  switch (status) {
    case 401:
    case 403:
      return key === ""
        ? `${host} needs a key: enter one.`
        : `${host} refuses the key: check that it is whole and still valid.`;
    case 404:
      return `${host} knows no model “${name}” at this address: choose one of its list, and check the base URL, which usually ends with /v1.`;
    case 405:
      return `${host} takes no requests at this address: check the base URL, which usually ends with /v1.`;
    case 429:
      return `${host} limits how much may be asked: wait a little, or check the account.`;
  }
  if (status === 413 || /context|too long|maximum.{0,20}tokens/i.test(said))
    return "The conversation may be too long for this model: start a new one, or choose a model with a larger context.";
  return status >= 500
    ? `${host} failed with status ${status}: ask again later.`
    : `${host} refuses the request with status ${status}.`;
}

function reasonIn(body: string, key: string): string {
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return "";
    if (value.error !== undefined) return quoted(messageOf(value.error), key);
    return typeof value.message === "string" ? quoted(value.message, key) : "";
  } catch {
    return "";
  }
}

/**
 * Why a request got no answer. Browsers hide the reason, so an address that answers a request whose
 * answer may not be read has refused this page (CORS).
 *
 * @throws {DOMException} when `signal` aborts
 */
export async function whyNoAnswer(
  { preset, baseUrl }: Pick<ChosenModel, "preset" | "baseUrl">,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<ModelError> {
  const { origin } = new URL(baseUrl);
  const { name, whenSilent, whenRefused } = presetOf(preset);
  const program = preset === "custom" ? origin : `${name} (${origin})`;
  try {
    // Without a key and without headers.
    await fetch(`${baseUrl}/models`, { mode: "no-cors", credentials: "omit", signal });
    return new ModelError(
      `${program} is running, but refuses this page (CORS): ${whenRefused(pageOrigin())}.`,
    );
  } catch {
    signal.throwIfAborted();
    return new ModelError(`${program} does not answer: ${whenSilent}.`);
  }
}

const pageOrigin = () => globalThis.location?.origin ?? "the page's origin";

/** Hosts of this machine that the page's policy always allows. */
const thisMachine = ["localhost", "127.0.0.1"];

/**
 * Refuses a model that the page's content security policy keeps it from, before a browser refuses
 * it without a reason.
 *
 * @param chatOrigins what the server says it allows; null if it did not say
 * @throws {ModelError} when the page may not call it
 */
export function checkPolicy(baseUrl: string, chatOrigins: readonly string[] | null): void {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isHere = protocol === "http:" && thisMachine.includes(hostname);
  if (chatOrigins === null || isHere || origin === globalThis.location?.origin) return;
  if (chatOrigins.includes("*") || chatOrigins.includes(origin)) return;
  throw new ModelError(
    `This page may not call ${origin}: start the Emberline server with EMBERLINE_CHAT_ORIGINS=${origin}, or use a model on this machine.`,
  );
}

/** The words of an error that an endpoint reports. */
export function messageOf(error: unknown): string {
  if (isObject(error) && typeof error.message === "string") return error.message;
  return typeof error === "string" ? error : "The endpoint reports an error without a reason.";
}
