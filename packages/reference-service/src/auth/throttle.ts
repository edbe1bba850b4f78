import { createHash } from "node:crypto";
import { networkOf } from "@emberline/settings/node";
import type { Counter, CreateCounter } from "@emberline/state/counters";
import { tooManyRequests } from "../values/problems.ts";

/** Wrong secrets allowed per network: for one owner in ten minutes, and for all in a minute. */
const maxWrongOfOne = 10;
const maxWrongOfAll = 30;

/**
 * Throttles wrong secrets by network and by owner: beyond the limits, one per second is checked.
 * Secrets known to be valid bypass it.
 */
export class Throttle {
  #ofOne: Counter;
  #ofAll: Counter;
  #slowly: Counter;

  constructor(createCounter: CreateCounter) {
    const counter = (name: string, limit: number, windowSeconds: number) =>
      createCounter({ name, limit, windowSeconds });
    this.#ofOne = counter("wrong-one", maxWrongOfOne, 600);
    this.#ofAll = counter("wrong-all", maxWrongOfAll, 60);
    this.#slowly = counter("slowly", 1, 1);
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
    const ofAll = await this.#ofAll.take(network);
    // Checked before counting by owner, since callers can invent any number of names.
    if (ofAll.isExceeded) return this.#takeSlowly(network);
    const one = createHash("sha256").update(`${network} ${who}`).digest("base64url");
    const ofOne = await this.#ofOne.take(one);
    if (ofOne.isExceeded) {
      // One misconfigured program must not slow all others in its network.
      await this.#ofAll.giveBack(network);
      return this.#takeSlowly(one);
    }
    return async () => {
      await Promise.all([this.#ofOne.giveBack(one), this.#ofAll.giveBack(network)]);
    };
  }

  async #takeSlowly(key: string): Promise<() => Promise<void>> {
    const { isExceeded, seconds } = await this.#slowly.take(key);
    if (isExceeded) throw tooManyRequests("Too many wrong secrets", seconds);
    return async () => {};
  }
}

/** Counts the requests of each client per minute; a minute begins with a request. */
export class RateLimit {
  #counter: Counter;
  #most: number;

  constructor(mostPerMinute: number, createCounter: CreateCounter) {
    this.#most = mostPerMinute;
    this.#counter = createCounter({ name: "requests", limit: mostPerMinute, windowSeconds: 60 });
  }

  /**
   * @throws {Problem} when the minute's requests are used up (429), with the seconds until the next
   */
  async take(clientId: string): Promise<void> {
    const { isExceeded, seconds } = await this.#counter.take(clientId);
    if (isExceeded) throw tooManyRequests(`More than ${this.#most} requests in a minute`, seconds);
  }
}
