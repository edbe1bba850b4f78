import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { Problem } from "../problems.ts";

export type Scrypt = (secret: string, salt: Buffer, length: number) => Promise<Buffer>;

/** Of Node's four threads, which also do signatures and files. */
const maxAtOnce = 2;
/** About two seconds of work. */
const maxWaiting = 64;
const hashBytes = 32;

/** Hashes secrets (scrypt, Node's default cost), a few at a time so that other work continues. */
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
