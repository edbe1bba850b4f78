import { hkdfSync, randomBytes } from "node:crypto";

/**
 * A key for signatures of one purpose: derived from the secret that replicas share (HKDF, RFC
 * 5869), or random, so that only this process knows it.
 */
export function signingKey(secret: string | undefined, purpose: string): Uint8Array {
  if (secret === undefined) return randomBytes(32);
  return new Uint8Array(hkdfSync("sha256", secret, "", `emberline-service ${purpose}`, 32));
}
