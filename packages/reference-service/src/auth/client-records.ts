import { randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretHasher } from "./secret-hasher.ts";

/** An API client as it is kept: its secret only as a salted hash. */
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
  /** RFC 3339; absent while the client may exchange its secret. */
  revokedAt?: string;
}

/** A new client, and its secret, which is not kept anywhere. */
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

/** Whether a secret is the client's; takes the same work when there is no client. */
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
