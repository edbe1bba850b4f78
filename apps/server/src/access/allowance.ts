import { problem } from "@emberline/http-tools";
import type { Counted, CreateCounter } from "@emberline/state";
import { ToolError } from "@emberline/tools";
import { GrantLimits } from "./grant-limits.ts";
import type { Grant } from "./grants.ts";

/**
 * What one request may use of the limits of its entry in the keys file. The request counts when it
 * arrives; of the calls that it carries, the first is covered by that.
 */
export class Allowance {
  readonly #limits: GrantLimits;
  /** Requests that were counted and have not become calls yet. */
  #credits = 0;
  readonly #remaining = new Map<string, string>();

  constructor(limits: GrantLimits) {
    this.#limits = limits;
  }

  /** Counts requests, or the messages of a batch. Returns the refusal if there are too many. */
  async takeRequests(requests: number): Promise<Response | null> {
    try {
      await this.#countRequests(requests);
      this.#credits += requests;
      return null;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { message, retryAfterSeconds } = error;
      const headers = { ...this.#headers(), "retry-after": String(retryAfterSeconds) };
      return problem("too_many_requests", message, headers);
    }
  }

  /**
   * Counts a call.
   *
   * @returns a function to call when the call has ended
   * @throws {ToolError} when a limit is exceeded (`too_many_requests`)
   */
  readonly admit = async (): Promise<() => void> => {
    if (this.#credits > 0) this.#credits -= 1;
    else await this.#countRequests(1);
    const { concurrentCalls: most } = this.#limits;
    const leave = this.#limits.enter();
    if (most !== undefined) this.#remaining.set("concurrent", `r=${this.#limits.free}`);
    if (!leave) {
      const sentence = `Your key allows ${most} calls at a time: wait until one has ended.`;
      throw tooMany(sentence, 1);
    }
    try {
      await this.#countDay();
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  };

  /** States the limits and what is left of them (draft-ietf-httpapi-ratelimit-headers). */
  writeTo(headers: Headers): void {
    for (const [name, value] of Object.entries(this.#headers())) headers.set(name, value);
  }

  async #countRequests(requests: number): Promise<void> {
    const { requestsPerMinute, minute } = this.#limits;
    if (!minute) return;
    const counted = await minute(requests);
    this.#note("minute", counted);
    if (!counted.isExceeded) return;
    const sentence = `Your key allows ${requestsPerMinute} requests a minute: try again in ${counted.seconds} s.`;
    throw tooMany(sentence, counted.seconds);
  }

  async #countDay(): Promise<void> {
    const { callsPerDay, day } = this.#limits;
    if (!day) return;
    const counted = await day();
    this.#note("day", counted);
    if (!counted.isExceeded) return;
    const sentence = `Your key allows ${callsPerDay} calls a day: try again at 00:00 UTC, in ${counted.seconds} s.`;
    throw tooMany(sentence, counted.seconds);
  }

  #note(policy: string, { remaining, seconds }: Counted): void {
    this.#remaining.set(policy, `r=${remaining};t=${seconds}`);
  }

  #headers(): Record<string, string> {
    const remaining = [...this.#remaining].map(([policy, left]) => `"${policy}";${left}`);
    return {
      "ratelimit-policy": this.#limits.policies,
      ...(remaining.length > 0 && { ratelimit: remaining.join(", ") }),
    };
  }
}

function tooMany(sentence: string, retryAfterSeconds: number): ToolError {
  return new ToolError("too_many_requests", sentence, { retryAfterSeconds });
}

/** Returns what a request with this grant may use; undefined if it has no limits. */
export type AllowanceOf = (grant: Grant | undefined) => Allowance | undefined;

/** Counts for every grant that has a limit. */
export function allowances(createCounter: CreateCounter): AllowanceOf {
  const limits = new WeakMap<Grant, GrantLimits>();
  return (grant) => {
    if (!grant || !(grant.requestsPerMinute ?? grant.callsPerDay ?? grant.concurrentCalls))
      return undefined;
    const own = limits.get(grant) ?? new GrantLimits(grant, createCounter);
    limits.set(grant, own);
    return new Allowance(own);
  };
}
