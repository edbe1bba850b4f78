import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Values } from "./values.ts";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** A key for one purpose, derived from a secret (HKDF, RFC 5869). */
export function keyFrom(secret: string | Uint8Array, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

/** Bytes encrypted with AES-256-GCM under a name, as base64. */
export function sealBytes(key: Uint8Array, name: string, bytes: Uint8Array): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([sealing.update(bytes), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString("base64");
}

/** Undefined if they were sealed with another key or name, or changed since. */
export function openBytes(key: Uint8Array, name: string, text: string): Buffer | undefined {
  try {
    const bytes = Buffer.from(text, "base64");
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
}

/**
 * Values encrypted by a key derived from the secret. A value that was written with another secret
 * or under another key, or changed since, counts as absent.
 */
export function sealedValues(values: Values, secret: string, purpose: string): Values {
  const key = keyFrom(secret, purpose);
  return {
    async get(name) {
      const sealed = await values.get(name);
      return sealed === undefined ? undefined : openBytes(key, name, sealed)?.toString();
    },
    set: (name, value, lifeMs) =>
      values.set(name, sealBytes(key, name, Buffer.from(value)), lifeMs),
  };
}
