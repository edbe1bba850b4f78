import { createHash } from "node:crypto";
import { networkOf } from "@emberline/settings/node";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "../problems.ts";
import type { MakeLimiter } from "./limiter.ts";

/** Wrong secrets allowed per network: for one owner in ten minutes, and for all in a minute. */
const maxWrongOfOne = 10;
const maxWrongOfAll = 30;

/**
 * Throttles wrong secrets by network and by owner: beyond the limits, one per second is checked.
 * Secrets known to be valid bypass it.
 */
export class Throttle {
  #ofOne: RateLimiterAbstract;
  #ofAll: RateLimiterAbstract;
  #slowly: RateLimiterAbstract;

  constructor(makeLimiter: MakeLimiter) {
    this.#ofOne = makeLimiter({ keyPrefix: "wrong-one", points: maxWrongOfOne, duration: 600 });
    this.#ofAll = makeLimiter({ keyPrefix: "wrong-all", points: maxWrongOfAll, duration: 60 });
    this.#slowly = makeLimiter({ keyPrefix: "slowly", points: 1, duration: 1 });
  }

  /**
   * Checks a secret, and counts it if it is wrong.
   * @param who the owner of the secret, such as `client demo`
   * @param address IP address of the caller
   * @param check resolves to the owner, or to undefined if the secret is wrong
   * @throws {Problem} when there were too many wrong ones (429)
   */
  async attempt<Owner>(
    { who, address }: { who: string; address: string },
    check: () => Promise<Owner | undefined>,
  ): Promise<Owner | undefined> {
    // Counted before the check, since many may arrive at once.
    const giveBack = await this.#take(who, networkOf(address));
    let owner: Owner | undefined;
    try {
      owner = await check();
    } catch (error) {
      await giveBack();
      throw error;
    }
    if (owner !== undefined) await giveBack();
    return owner;
  }

  /** Counts one attempt; the returned function undoes that. */
  async #take(who: string, network: string): Promise<() => Promise<void>> {
    const ofAll = await this.#ofAll.penalty(network);
    // Checked before counting by owner, since callers can invent any number of names.
    if (ofAll.consumedPoints > maxWrongOfAll) return this.#takeSlowly(network);
    const one = createHash("sha256").update(`${network} ${who}`).digest("base64url");
    const ofOne = await this.#ofOne.penalty(one);
    const takeBackAll = () => this.#ofAll.reward(network);
    if (ofOne.consumedPoints > maxWrongOfOne) {
      // One misconfigured program must not slow all others in its network.
      await takeBackAll();
      return this.#takeSlowly(one);
    }
    return async () => {
      await Promise.all([this.#ofOne.reward(one), takeBackAll()]);
    };
  }

  async #takeSlowly(key: string): Promise<() => Promise<void>> {
    try {
      await this.#slowly.consume(key);
      return async () => {};
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw tooManyRequests("Too many wrong secrets", refused.msBeforeNext);
    }
  }
}
