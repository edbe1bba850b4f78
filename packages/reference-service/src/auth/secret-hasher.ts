import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { Problem } from "../problems.ts";

export type Scrypt = (secret: string, salt: Buffer, length: number) => Promise<Buffer>;

/** Of the four threads that Node has for this, for signatures and for files. */
const maxAtOnce = 2;
/** Some two seconds of work. */
const maxWaiting = 64;
const hashBytes = 32;

/** Hashes secrets (scrypt, Node's default cost), so many at once that other work goes on. */
export class SecretHasher {
  #scrypt: Scrypt;
  #limit = pLimit(maxAtOnce);

  constructor(work: Scrypt = promisify(scrypt) as Scrypt) {
    this.#scrypt = work;
  }

  /** @throws {Problem} when too many secrets wait already (503) */
  assertRoom(): void {
    if (this.#limit.pendingCount < maxWaiting) return;
    const explanation = "Too many secrets are being checked; try again in 2 s.";
    throw new Problem(503, "busy", explanation, { "Retry-After": "2" });
  }

  /** @throws {Problem} when too many secrets wait already (503) */
  async hash(secret: string, salt: Buffer): Promise<Buffer> {
    this.assertRoom();
    return this.#limit(() => this.#scrypt(secret, salt, hashBytes));
  }
}
