import { createHash } from "node:crypto";
import { networkOf } from "@emberline/settings/node";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "../problems.ts";
import type { MakeLimiter } from "./limiter.ts";

/** Wrong secrets that one network has for one owner in ten minutes, and for all in a minute. */
const maxWrongOfOne = 10;
const maxWrongOfAll = 30;

/**
 * Slows wrong secrets, by the network that they come from and the owner that they are tried on:
 * beyond the limits one a second is checked. Secrets that are known to be right need not come here.
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
   * Checks a secret, and counts it where it is wrong.
   * @param who whose secret it should be, such as `client demo`
   * @param address where it comes from
   * @param check the owner of the secret; undefined when it is wrong
   * @throws {Problem} when there were too many wrong ones (429)
   */
  async attempt<Owner>(
    { who, address }: { who: string; address: string },
    check: () => Promise<Owner | undefined>,
  ): Promise<Owner | undefined> {
    // Counted before it is checked, since many may come at once.
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

  /** Counts one attempt; what it returns takes the count back. */
  async #take(who: string, network: string): Promise<() => Promise<void>> {
    const ofAll = await this.#ofAll.penalty(network);
    // Before names are counted: they are the caller's choice, and have no end.
    if (ofAll.consumedPoints > maxWrongOfAll) return this.#takeSlowly(network);
    const one = createHash("sha256").update(`${network} ${who}`).digest("base64url");
    const ofOne = await this.#ofOne.penalty(one);
    const takeBackAll = () => this.#ofAll.reward(network);
    if (ofOne.consumedPoints > maxWrongOfOne) {
      // One forgotten program must not slow all others of its network.
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
