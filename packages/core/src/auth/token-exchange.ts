import type { Http } from "../http/http.ts";
import { readJson } from "../http/response-body.ts";
import { isBearerToken } from "./bearer-token.ts";
import type { Exchange, GrantedToken } from "./token-source.ts";

/** The token exchange of the interface. Throws `AuthenticationError` if it is refused. */
export function createExchange(
  client: { id: string; secret: () => string },
  url: URL,
  http: Http,
): Exchange {
  return async (signal) => {
    const reply = await http.send(
      {
        method: "POST",
        url,
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ client_id: client.id, client_secret: client.secret() }),
        repeatable: true,
        exchange: true,
        read: readJson,
      },
      { signal },
    );
    const granted = readGrant(reply.value);
    if (typeof granted === "string") throw reply.invalid(granted);
    return granted;
  };
}

/** The granted token, or the problem with the answer, without quoting it. */
function readGrant(body: unknown): GrantedToken | string {
  if (typeof body !== "object" || body === null)
    return "the answer is not an object with access_token";
  const {
    access_token: token,
    token_type: type,
    expires_in: expiresIn,
  } = body as Record<string, unknown>;
  if (!isBearerToken(token)) return "access_token is not a bearer token";
  if (type !== undefined && (typeof type !== "string" || type.toLowerCase() !== "bearer")) {
    return 'token_type is not "Bearer"';
  }
  // Without expires_in, the token is used until the service refuses it.
  if (expiresIn === undefined || expiresIn === null)
    return { token, lifeMs: Infinity, remainingMs: Infinity };
  const seconds =
    typeof expiresIn === "string" && /^\d+$/.test(expiresIn) ? Number(expiresIn) : expiresIn;
  if (typeof seconds !== "number" || !Number.isFinite(seconds))
    return "expires_in is not a number of seconds";
  const lifeMs = Math.max(0, seconds) * 1000;
  return { token, lifeMs, remainingMs: lifeMs };
}
