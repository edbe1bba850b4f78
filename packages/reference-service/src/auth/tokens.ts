import { randomBytes } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { invalidToken } from "../values/problems.ts";
import type { Caller } from "./client-records.ts";
import type { Clients } from "./clients.ts";
import type { SigningKeys } from "./signing-keys.ts";

const issuer = "emberline-reference-service";
const maxVerified = 10_000;

/** The contents of a token. */
interface Claims extends Caller {
  /** Expiry in epoch seconds. */
  expiresAt: number;
  /** That signed it. */
  key: Uint8Array;
}

interface TokensOptions {
  readonly lifetimeSeconds: number;
  /** Never leave the processes of this service. */
  readonly keys: SigningKeys;
  readonly clients: Clients;
  readonly now: () => number;
}

/** Issues and checks bearer tokens: JWTs signed (HS256). */
export class Tokens {
  readonly lifetimeSeconds: number;
  #keys: SigningKeys;
  #clients: Clients;
  #now: () => number;
  /** Caches checked signatures: their threads are also needed for secrets and files. */
  #verified = new LRUCache<string, Claims>({ max: maxVerified });

  constructor({ lifetimeSeconds, keys, clients, now }: TokensOptions) {
    this.#keys = keys;
    this.#clients = clients;
    this.lifetimeSeconds = lifetimeSeconds;
    this.#now = now;
  }

  issue({ clientId, organization }: Caller): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000);
    return new SignJWT({ org: organization })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(issuer)
      .setSubject(clientId)
      .setJti(randomBytes(9).toString("base64url"))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + this.lifetimeSeconds)
      .sign(this.#keys.all[0]!);
  }

  /** @throws {Problem} when it is not a live token of this service (401) */
  async verify(token: string): Promise<Caller> {
    const claims = this.#alive(token) ?? (await this.#open(token));
    // Revoking a client revokes its tokens.
    const caller = this.#clients.find(claims.clientId);
    if (caller?.organization === claims.organization) return caller;
    throw invalidToken("The API client of this bearer token was revoked.");
  }

  #alive(token: string): Claims | undefined {
    const claims = this.#verified.get(token);
    if (!claims || claims.expiresAt <= Math.floor(this.#now() / 1000)) return undefined;
    return this.#keys.all.includes(claims.key) ? claims : undefined;
  }

  async #open(token: string): Promise<Claims> {
    try {
      const { payload, key } = await this.#verifySignature(token);
      const { sub: clientId, org: organization, exp: expiresAt } = payload;
      const claims = { clientId, organization, expiresAt, key } as Claims;
      this.#verified.set(token, claims);
      return claims;
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw invalidToken("The bearer token has expired; exchange the API client for a new one.");
      }
      throw invalidToken("The bearer token was not issued by this service.");
    }
  }

  /** Of one of the keys. */
  async #verifySignature(token: string): Promise<{ payload: JWTPayload; key: Uint8Array }> {
    let failure: unknown;
    for (const key of this.#keys.all) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ["HS256"],
          issuer,
          requiredClaims: ["sub", "exp", "org"],
          currentDate: new Date(this.#now()),
        });
        return { payload, key };
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        failure = error;
      }
    }
    throw failure;
  }
}
