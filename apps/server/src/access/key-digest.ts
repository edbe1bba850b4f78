import { createHash } from "node:crypto";

/** The SHA-256 of a key, which has the same length for every key: comparisons tell nothing. */
export function keyDigest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
