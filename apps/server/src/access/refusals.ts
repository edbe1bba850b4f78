import { problem } from "@emberline/http-tools";
import type { Context } from "hono";
import type { OAuthSettings } from "./oauth-settings.ts";
import { metadataUrlOf } from "./resource-metadata.ts";

/** Answers to requests without valid credentials, with the challenges of RFC 6750 and RFC 9728. */
export class Refusals {
  readonly #oauth: OAuthSettings | null;

  constructor(oauth: OAuthSettings | null) {
    this.#oauth = oauth;
  }

  /** No credentials, or a wrong key. */
  keyNeeded(c: Context): Response {
    const detail = this.#oauth
      ? `Credentials are needed: send the header Authorization: Bearer with a key that the operator gave you, or with an access token from ${this.#oauth.issuer}.`
      : "A key is needed: send the header Authorization: Bearer KEY with a key that the operator gave you.";
    return problem("unauthorized", detail, this.#challenge(c));
  }

  /** @param reason a phrase such as `The token has expired` */
  invalidToken(c: Context, reason: string): Response {
    const error = { error: "invalid_token", error_description: reason };
    const detail = `${reason}: get another token from the authorization server.`;
    return problem("invalid_token", detail, this.#challenge(c, error));
  }

  scopesMissing(c: Context, missing: readonly string[]): Response {
    const reason = `The token lacks ${missing.join(" ")}`;
    const error = { error: "insufficient_scope", error_description: reason };
    const detail = `${reason}: get a token with these scopes from the authorization server.`;
    return problem("insufficient_scope", detail, this.#challenge(c, error));
  }

  #challenge(c: Context, error: Readonly<Record<string, string>> = {}): Record<string, string> {
    const oauth = this.#oauth;
    const parameters = {
      ...error,
      ...(oauth && oauth.scopes.length > 0 && { scope: oauth.scopes.join(" ") }),
      ...(oauth && { resource_metadata: metadataUrlOf(c.req.path, oauth) }),
    };
    const texts = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
    return { "www-authenticate": ["Bearer", texts.join(", ")].filter(Boolean).join(" ") };
  }
}
