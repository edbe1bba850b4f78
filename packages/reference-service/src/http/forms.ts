import { randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import type { SigningKeys } from "../auth/signing-keys.ts";
import { Problem } from "../values/problems.ts";
import {
  baseUrl,
  cookieName,
  cookieScope,
  type Resources,
  type ServiceContext,
} from "./environment.ts";

const fieldName = "form_token";

/**
 * Accepts forms only from pages of this service. Browsers state the origin of a form in
 * `Sec-Fetch-Site`; without it, the form must contain the token that matches a cookie of the page.
 */
export class Forms {
  #keys: SigningKeys;
  #resources: Resources;

  /** @param keys equal in all replicas */
  constructor(resources: Resources, keys: SigningKeys) {
    this.#keys = keys;
    this.#resources = resources;
  }

  /** A hidden field for a form; sets the matching cookie. */
  field(context: ServiceContext) {
    const name = cookieName(context, "form");
    let cookie = getCookie(context, name);
    if (cookie === undefined) {
      cookie = randomBytes(18).toString("base64url");
      setCookie(context, name, cookie, {
        ...cookieScope(context, this.#resources),
        httpOnly: true,
        sameSite: "Strict",
      });
    }
    const token = this.#keys.sign(cookie).toString("base64url");
    return html`<input type="hidden" name="${fieldName}" value="${token}">`;
  }

  /**
   * The text fields of a form by name.
   * @throws {Problem} when it is not a form (400) or may come from another site (403)
   */
  async read(context: ServiceContext): Promise<Record<string, string | undefined>> {
    const site = context.req.header("Sec-Fetch-Site");
    if (site !== undefined && site !== "same-origin") throw foreignForm();
    const texts = await textsOf(context);
    if (site === undefined && !this.#isOwn(context, texts.get(fieldName))) throw foreignForm();
    return Object.fromEntries(texts);
  }

  #isOwn(context: ServiceContext, token = ""): boolean {
    const origin = context.req.header("Origin");
    const own = new URL(baseUrl(context, this.#resources)).origin;
    if (origin !== undefined && origin !== own) return false;
    const cookie = getCookie(context, cookieName(context, "form"));
    return cookie !== undefined && this.#keys.isSignature(cookie, Buffer.from(token, "base64url"));
  }
}

async function textsOf(context: ServiceContext): Promise<Map<string, string>> {
  const form = await context.req.parseBody().catch(() => {
    const explanation = "The body is not a form: it cannot be parsed as its Content-Type says.";
    throw new Problem(400, "invalid-request", explanation);
  });
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === "string") texts.set(name, value);
  }
  return texts;
}

function foreignForm(): Problem {
  const explanation =
    "Forms must be sent from a page of this service: open the page and try again.";
  return new Problem(403, "forbidden", explanation);
}

/** Answers 413 to longer bodies. */
export function limitedBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new Problem(413, "invalid-request", `The body is longer than ${maxBytes} bytes.`);
    },
  });
}
