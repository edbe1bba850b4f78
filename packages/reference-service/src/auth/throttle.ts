import { createHash } from "node:crypto";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { tooManyRequests } from "../problems.ts";
import type { MakeLimiter } from "./limiter.ts";

const FREE_TRIES = 5;
const MAX_WAIT_SECONDS = 60;
const MEMORY_SECONDS = 3600;

/**
 * Slows repeated wrong secrets: from the fifth within an hour on there is a wait, of a second at
 * first and of twice the last after each further one.
 */
export class Throttle {
  #failures: RateLimiterAbstract;
  #waits: RateLimiterAbstract;

  constructor(makeLimiter: MakeLimiter) {
    const points = FREE_TRIES;
    this.#failures = makeLimiter({ keyPrefix: "failures", points, duration: MEMORY_SECONDS });
    this.#waits = makeLimiter({ keyPrefix: "waits", points, duration: MAX_WAIT_SECONDS });
  }

  /**
   * Checks a secret, and counts it where it is wrong.
   * @param who whose secret it should be
   * @param check the owner of the secret; undefined when it is wrong
   * @throws {Problem} 429 while there is a wait, right secret or not
   */
  async attempt<Owner>(
    who: string,
    check: () => Promise<Owner | undefined>,
  ): Promise<Owner | undefined> {
    // A name is the caller's choice, and may be long.
    const key = createHash("sha256").update(who).digest("base64url");
    const waitMs = (await this.#waits.get(key))?.msBeforeNext ?? 0;
    if (waitMs > 0) throw tooManyRequests("Too many wrong secrets", waitMs);
    const owner = await check();
    if (owner === undefined) await this.#failed(key);
    else await this.#failures.delete(key);
    return owner;
  }

  async #failed(key: string): Promise<void> {
    const { consumedPoints } = await this.#failures.penalty(key);
    if (consumedPoints < FREE_TRIES) return;
    const waitSeconds = Math.min(MAX_WAIT_SECONDS, 2 ** (consumedPoints - FREE_TRIES));
    await this.#waits.block(key, waitSeconds);
  }
}
