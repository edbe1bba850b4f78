import { createHmac, timingSafeEqual } from "node:crypto";

/** Makes opaque, tamper-proof cursors. */
export class CursorSeal {
  readonly #key: Uint8Array;

  /** @param key services with the same key open each other's cursors */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** A payload as an opaque, URL-safe text. */
  seal(payload: unknown): string {
    const body = Buffer.from(JSON.stringify(payload)).toString("base64url");
    return `${body}.${this.#sign(body)}`;
  }

  /** The payload of a cursor made by this seal; undefined for other texts. */
  open(cursor: string): unknown {
    const [body = "", signature = "", ...rest] = cursor.split(".");
    const expected = Buffer.from(this.#sign(body));
    const given = Buffer.from(signature);
    if (rest.length > 0 || given.length !== expected.length) return undefined;
    if (!timingSafeEqual(given, expected)) return undefined;
    return JSON.parse(Buffer.from(body, "base64url").toString());
  }

  #sign(body: string): string {
    return createHmac("sha256", this.#key).update(body).digest("base64url");
  }
}
