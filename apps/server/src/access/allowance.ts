import { problem } from "@emberline/http-tools";
import type { Counted, CreateCounter } from "@emberline/state";
import { ToolError } from "@emberline/tools";
import type { Grant } from "./grants.ts";

const minuteSeconds = 60;
const daySeconds = 86_400;

/** The limits of one entry of the keys file, over all of its callers. */
class GrantLimits {
  readonly requestsPerMinute: number | undefined;
  readonly callsPerDay: number | undefined;
  readonly concurrentCalls: number | undefined;
  /** Counts requests. */
  readonly minute: ((requests: number) => Promise<Counted>) | undefined;
  /** Counts a call of the day in UTC. */
  readonly day: (() => Promise<Counted>) | undefined;
  #running = 0;

  constructor(
    { name, requestsPerMinute, callsPerDay, concurrentCalls }: Grant,
    createCounter: CreateCounter,
  ) {
    this.requestsPerMinute = requestsPerMinute;
    this.callsPerDay = callsPerDay;
    this.concurrentCalls = concurrentCalls;
    if (requestsPerMinute !== undefined) {
      const limit = requestsPerMinute;
      const counter = createCounter({ name: "minute", limit, windowSeconds: minuteSeconds });
      this.minute = (requests) => counter.take(name, requests);
    }
    if (callsPerDay !== undefined) {
      const limit = callsPerDay;
      const counter = createCounter({ name: "day", limit, windowSeconds: daySeconds });
      this.day = async () => {
        const now = new Date();
        const counted = await counter.take(`${name}:${now.toISOString().slice(0, 10)}`);
        return {
          ...counted,
          seconds: daySeconds - Math.floor((now.getTime() / 1000) % daySeconds),
        };
      };
    }
  }

  /** The limits as a `RateLimit-Policy` header. */
  get policies(): string {
    const { requestsPerMinute, callsPerDay, concurrentCalls } = this;
    return [
      requestsPerMinute && `"minute";q=${requestsPerMinute};w=${minuteSeconds}`,
      callsPerDay && `"day";q=${callsPerDay};w=${daySeconds}`,
      concurrentCalls && `"concurrent";q=${concurrentCalls};qu="concurrent-requests"`,
    ]
      .filter(Boolean)
      .join(", ");
  }

  /** How many more calls may run. */
  get free(): number {
    return Math.max(0, (this.concurrentCalls ?? Number.POSITIVE_INFINITY) - this.#running);
  }

  /** Takes a place among the running calls of this process; undefined if none is free. */
  enter(): (() => void) | undefined {
    if (this.free === 0) return undefined;
    this.#running += 1;
    let isRunning = true;
    return () => {
      if (isRunning) this.#running -= 1;
      isRunning = false;
    };
  }
}

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
type AllowanceOf = (grant: Grant | undefined) => Allowance | undefined;

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
