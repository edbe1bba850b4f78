import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const scryptAsync = promisify(scrypt) as (
  secret: string,
  salt: Buffer,
  length: number,
) => Promise<Buffer>;

const HASH_BYTES = 32;

/** An API client as it is kept: its secret only as a salted hash (scrypt, Node's default cost). */
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
): Promise<{ record: ClientRecord; secret: string }> {
  const secret = randomBytes(32).toString("base64url");
  const salt = randomBytes(16);
  const hash = await scryptAsync(secret, salt, HASH_BYTES);
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

/** Whether a secret is the client's; takes as long when there is no client. */
export async function isSecretOf(
  record: ClientRecord | undefined,
  secret: string,
): Promise<boolean> {
  const salt = record ? Buffer.from(record.salt, "base64") : randomBytes(16);
  const hash = await scryptAsync(secret, salt, HASH_BYTES);
  const expected = record ? Buffer.from(record.hash, "base64") : randomBytes(HASH_BYTES);
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}
