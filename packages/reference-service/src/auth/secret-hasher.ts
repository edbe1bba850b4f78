import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { Problem } from "../problems.ts";

export type Scrypt = (secret: string, salt: Buffer, length: number) => Promise<Buffer>;

/** Of the four threads that Node has for this, for signatures and for files. */
const AT_ONCE = 2;
/** Some two seconds of work. */
const MOST_WAITING = 64;
const HASH_BYTES = 32;

/** Hashes secrets (scrypt, Node's default cost), so many at once that other work goes on. */
export class SecretHasher {
  #scrypt: Scrypt;
  #limit = pLimit(AT_ONCE);

  constructor(work: Scrypt = promisify(scrypt) as Scrypt) {
    this.#scrypt = work;
  }

  /** @throws {Problem} 503 when too many secrets wait already */
  assertRoom(): void {
    if (this.#limit.pendingCount < MOST_WAITING) return;
    const explanation = "Too many secrets are being checked; try again in 2 s.";
    throw new Problem(503, "busy", explanation, { "Retry-After": "2" });
  }

  /** @throws {Problem} 503 when too many secrets wait already */
  async hash(secret: string, salt: Buffer): Promise<Buffer> {
    this.assertRoom();
    return this.#limit(() => this.#scrypt(secret, salt, HASH_BYTES));
  }
}
