import type { Counted, CreateCounter } from "@emberline/state";
import type { Grant } from "./grants.ts";

const minuteSeconds = 60;
const daySeconds = 86_400;

/** The limits of one entry of the keys file, over all of its callers. */
export class GrantLimits {
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
