import { randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretHasher } from "./secret-hasher.ts";

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
