import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret, or a function of those that are valid now: the first is in use, each is accepted. */
export type Secrets = string | (() => readonly string[]);

export function secretsNow(secrets: Secrets | undefined): readonly string[] {
  if (secrets === undefined) return [];
  return typeof secrets === "string" ? [secrets] : secrets();
}

/**
 * Keys for signatures of one purpose: derived from secrets that replicas share (HKDF, RFC 5869), or
 * random without any, so that only this process knows it. The first signs, and each is accepted.
 */
export class SigningKeys {
  readonly #secrets: () => readonly string[];
  readonly #purpose: string;
  readonly #random = randomBytes(32);
  /** By secret: a key stays the same object while its secret is valid. */
  #known: ReadonlyMap<string, Uint8Array> = new Map();

  constructor(secrets: () => readonly string[], purpose: string) {
    this.#secrets = secrets;
    this.#purpose = purpose;
  }

  get all(): readonly Uint8Array[] {
    const secrets = this.#secrets();
    if (secrets.length === 0) return [this.#random];
    if (secrets.length !== this.#known.size || !secrets.every((each) => this.#known.has(each)))
      this.#known = new Map(secrets.map((each) => [each, this.#known.get(each) ?? this.#of(each)]));
    return secrets.map((each) => this.#known.get(each)!);
  }

  /** HMAC-SHA-256 (RFC 2104) with the first key. */
  sign(text: string): Buffer {
    return signature(text, this.all[0]!);
  }

  isSignature(text: string, shown: Buffer): boolean {
    return this.all.some((key) => {
      const right = signature(text, key);
      return shown.length === right.length && timingSafeEqual(shown, right);
    });
  }

  #of(secret: string): Uint8Array {
    return new Uint8Array(hkdfSync("sha256", secret, "", `emberline-service ${this.#purpose}`, 32));
  }
}

function signature(text: string, key: Uint8Array): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
