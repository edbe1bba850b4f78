import { problem } from "@emberline/http-tools";
import type { Counter, CreateCounter } from "@emberline/state";

/** Wrong keys per network and minute that are answered and logged one by one. */
const maxWrongKeys = 10;
const windowSeconds = 60;

/** Counts wrong keys per network. */
export class WrongKeys {
  readonly #counter: Counter;
  readonly #log: (line: string) => void;

  constructor(createCounter: CreateCounter, log: (line: string) => void) {
    this.#counter = createCounter({ name: "wrong-keys", limit: maxWrongKeys, windowSeconds });
    this.#log = log;
  }

  /** Counts and logs a wrong key. Returns the refusal if there were too many, else null. */
  async count(network: string): Promise<Response | null> {
    const { count, isExceeded, seconds } = await this.#counter.take(network);
    if (isExceeded) {
      return problem(
        "too_many_requests",
        `Too many wrong keys came from your address: try again in ${seconds} s.`,
        { "retry-after": String(seconds) },
      );
    }
    const isLast = count === maxWrongKeys;
    const rest = isLast ? "; more within the minute are not logged" : "";
    this.#log(`a wrong key from ${network} (${count} of ${maxWrongKeys} a minute)${rest}`);
    return null;
  }
}
