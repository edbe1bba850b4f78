import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export interface Issuer {
  readonly url: string;
  /** The public key in PEM, as anyone could fetch it. */
  readonly publicPem: string;
  /** How many requests came. */
  readonly asked: () => number;
  /** A token signed by the issuer: for `claims`, by default valid for an hour. */
  token(
    claims: JWTPayload,
    key?: CryptoKey,
    header?: { kid?: string; typ?: string | undefined },
  ): Promise<string>;
  /** From now on the issuer answers 503, or no longer. */
  fail(isFailing?: boolean): void;
  close(): Promise<void>;
}

/**
 * An authorization server that publishes its metadata and keys, and grants client credentials.
 *
 * @param keysUrl where its metadata says that the keys are; default: where they are
 */
export async function startIssuer(path = "", keysUrl?: string): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "first", use: "sig", alg: "RS256" };
  const spki = Buffer.from(await crypto.subtle.exportKey("spki", publicKey)).toString("base64");
  let fails = false;
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const { pathname } = new URL(request.url!, url);
    const bodies: Record<string, unknown> = {
      [`/.well-known/oauth-authorization-server${path}`]: {
        issuer: url,
        jwks_uri: keysUrl ?? `${url}/keys`,
        token_endpoint: `${url}/token`,
        authorization_endpoint: `${url}/authorize`,
        response_types_supported: ["code"],
        grant_types_supported: ["client_credentials"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
      },
      [`${path}/keys`]: { keys: [jwk] },
    };
    if (pathname === `${path}/token`) {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
      const claims = { sub: "robot", aud: form.get("resource")!, scope: form.get("scope") ?? "" };
      bodies[pathname] = {
        access_token: await token(claims),
        token_type: "Bearer",
        expires_in: 3600,
      };
    }
    const body = fails ? undefined : bodies[pathname];
    response
      .writeHead(fails ? 503 : body ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(body ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const token: Issuer["token"] = (claims, key = privateKey, header = { kid: "first" }) => {
    const hour = Math.floor(Date.now() / 1000) + 3600;
    return new SignJWT({ iss: url, exp: hour, ...claims })
      .setProtectedHeader({ alg: "RS256", typ: "at+jwt", ...header })
      .sign(key);
  };
  return {
    url,
    publicPem: `-----BEGIN PUBLIC KEY-----\n${spki.match(/.{1,64}/g)!.join("\n")}\n-----END PUBLIC KEY-----\n`,
    asked: () => requests,
    token,
    fail(isFailing = true) {
      fails = isFailing;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
