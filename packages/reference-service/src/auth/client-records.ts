import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { Problem } from "../values/problems.ts";
import type { Secrets } from "./signing-keys.ts";

/** A stored API client: its secret is only kept as a salted hash. */
export interface ClientRecord {
  id: string;
  /** Chosen by the person who created it. */
  name: string;
  organization: string;
  /** RFC 3339. */
  createdAt: string;
  /** Base64. */
  salt: string;
  hash: string;
  /** RFC 3339; absent for a client that is not revoked. */
  revokedAt?: string;
}

/** Creates a client, and its secret, which is stored nowhere. */
export async function newClient(
  name: string,
  organization: string,
  now: number,
  hasher: SecretHasher,
): Promise<{ record: ClientRecord; secret: string }> {
  const secret = randomBytes(32).toString("base64url");
  const salt = randomBytes(16);
  const hash = await hasher.hash(secret, salt);
  const record = {
    id: `client-${randomBytes(9).toString("base64url")}`,
    name,
    organization,
    createdAt: new Date(now).toISOString(),
    salt: salt.toString("base64"),
    hash: hash.toString("base64"),
  };
  return { record, secret };
}

/** Whether a secret is the client's; takes equally long if there is no client. */
export async function isSecretOf(
  record: ClientRecord | undefined,
  secret: string,
  hasher: SecretHasher,
): Promise<boolean> {
  const salt = record ? Buffer.from(record.salt, "base64") : randomBytes(16);
  const hash = await hasher.hash(secret, salt);
  const expected = record ? Buffer.from(record.hash, "base64") : randomBytes(hash.length);
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}

/** An API client that may exchange its id and secret for a token. */
export interface ApiClient {
  id: string;
  secret: Secrets;
  /** The organization whose simulations it sees; clients without one share one. */
  organization?: string;
}

/** Who is calling. */
export interface Caller {
  clientId: string;
  organization: string;
}

export const defaultOrganization = "demo";

type Scrypt = (secret: string, salt: Buffer, length: number) => Promise<Buffer>;

/** Of Node's four threads, which also do signatures and files. */
const maxAtOnce = 2;
/** About two seconds of work. */
const maxWaiting = 64;
const hashBytes = 32;

/** Hashes secrets (scrypt, Node's default cost), a few at a time so that other work continues. */
export class SecretHasher {
  #scrypt: Scrypt;
  #limit = pLimit(maxAtOnce);

  constructor(work: Scrypt = promisify(scrypt) as Scrypt) {
    this.#scrypt = work;
  }

  /** @throws {Problem} when too many secrets wait already (503) */
  assertRoom(): void {
    if (this.#limit.pendingCount < maxWaiting) return;
    const explanation = "Too many secrets are being checked; try again in 2 s.";
    throw new Problem(503, "busy", explanation, { "Retry-After": "2" });
  }

  /** @throws {Problem} when too many secrets wait already (503) */
  async hash(secret: string, salt: Buffer): Promise<Buffer> {
    this.assertRoom();
    return this.#limit(() => this.#scrypt(secret, salt, hashBytes));
  }
}
