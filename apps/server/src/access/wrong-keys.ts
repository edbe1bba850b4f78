import { problem } from "@emberline/http-tools";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

/** Wrong keys per network and minute that are answered and logged one by one. */
const maxWrongKeys = 10;
const windowSeconds = 60;

/** Counts wrong keys per network. */
export class WrongKeys {
  readonly #limiter = new RateLimiterMemory({ points: maxWrongKeys, duration: windowSeconds });
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Counts and logs a wrong key. Returns the refusal if there were too many, else null. */
  async count(network: string): Promise<Response | null> {
    const { consumedPoints, msBeforeNext } = await this.#consume(network);
    if (consumedPoints > maxWrongKeys) {
      const seconds = Math.ceil(msBeforeNext / 1000);
      return problem(
        "too_many_requests",
        `Too many wrong keys came from your address: try again in ${seconds} s.`,
        { "retry-after": String(seconds) },
      );
    }
    const isLast = consumedPoints === maxWrongKeys;
    const rest = isLast ? "; more within the minute are not logged" : "";
    this.#log(`a wrong key from ${network} (${consumedPoints} of ${maxWrongKeys} a minute)${rest}`);
    return null;
  }

  /** A limiter that is out of points rejects with the same result. */
  #consume(network: string): Promise<RateLimiterRes> {
    return this.#limiter.consume(network).catch((result: RateLimiterRes) => result);
  }
}
