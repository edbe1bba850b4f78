import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Values } from "./values.ts";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** A key for one purpose, derived from a secret (HKDF, RFC 5869). */
export function keyFrom(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

/**
 * Values encrypted with AES-256-GCM by a key derived from the secret. A value that was written with
 * another secret or under another key, or changed since, counts as absent.
 */
export function sealedValues(values: Values, secret: string, purpose: string): Values {
  const key = keyFrom(secret, purpose);
  return {
    async get(name) {
      const sealed = await values.get(name);
      if (sealed === undefined) return undefined;
      try {
        const bytes = Buffer.from(sealed, "base64");
        const opened = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes))
          .setAAD(Buffer.from(name))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const text = opened.update(bytes.subarray(ivBytes + tagBytes));
        return Buffer.concat([text, opened.final()]).toString();
      } catch {
        return undefined;
      }
    },
    async set(name, value, lifeMs) {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([sealing.update(value, "utf8"), sealing.final()]);
      const text = Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString("base64");
      await values.set(name, text, lifeMs);
    },
  };
}
