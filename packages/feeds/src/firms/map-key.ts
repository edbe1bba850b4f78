import { type FeedAnswer, type FeedContext, FeedError, type Validators } from "../values/feed.ts";
import { type BadAnswer, errorOf, quotaError, quotaWindowMs } from "./answer-error.ts";
import { urlUnder } from "./url-under.ts";

interface Spent {
  at: number;
  readonly cost: number;
}

/** The transactions of one key in a sliding window of 10 minutes. */
class Quota {
  #limit: number;
  #spent: Spent[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Books a request before it is sent, if it fits into the window. Requests for the past leave a
   * tenth of it free, so that those for today always fit.
   *
   * @returns 0 if it was booked; else after how many milliseconds it would fit, infinite if never
   */
  book(cost: number, now: number, isPast: boolean): number {
    if (cost > this.#limit) return Number.POSITIVE_INFINITY;
    const reserve = isPast ? Math.min(this.#limit / 10, this.#limit - cost) : 0;
    let over = this.used(now) + cost + reserve - this.#limit;
    if (over <= 0) {
      this.#spent.push({ at: now, cost });
      return 0;
    }
    for (const spent of this.#spent) {
      over -= spent.cost;
      if (over <= 0) return spent.at + quotaWindowMs - now;
    }
    return quotaWindowMs;
  }

  used(now: number): number {
    this.#spent = this.#spent.filter(({ at }) => at > now - quotaWindowMs);
    // A clock that was set back may not keep the window full.
    for (const spent of this.#spent) spent.at = Math.min(spent.at, now);
    return this.#spent.reduce((sum, { cost }) => sum + cost, 0);
  }

  /** Takes what FIRMS itself counts for the key, of other programs and of runs before. */
  learn(used: number, limit: number, now: number): void {
    this.#limit = limit;
    const more = used - this.used(now);
    if (more > 0) this.#spent.push({ at: now, cost: more });
  }

  /** Nothing more fits until the window has passed. */
  fill(now: number): void {
    this.learn(this.#limit, this.#limit, now);
  }
}

/** Transactions per key in 10 minutes, if FIRMS does not say otherwise. */
const usualLimit = 5000;

/** FIRMS gives nothing for the key: an operator has to act. */
export class KeyRefused extends FeedError {
  constructor(fault: string) {
    super("refused", `${fault}: check EMBERLINE_FIRMS_KEY`);
  }
}

interface KeyStatus {
  readonly used: number;
  readonly limit: number;
}

interface KeyRequest {
  /** After the key. */
  readonly path: string;
  /** Path before the key. */
  readonly endpoint: string;
  /** Transactions. */
  readonly cost: number;
  /** Whether readings of today go first. */
  readonly isPast: boolean;
  readonly validators?: Validators | undefined;
}

/** A MAP_KEY of FIRMS, shared by all feeds, and the transactions that it has left. */
export class MapKey {
  readonly #baseUrl: URL;
  readonly #key: string;
  readonly #quota = new Quota(usualLimit);
  /** FIRMS' own count, asked for once: a run before may have used the key. */
  #learning: Promise<void> | undefined;
  #hasWorked = false;
  /** When FIRMS first called a key invalid that had worked; undefined where it works. */
  #doubtedAt: number | undefined;

  constructor(baseUrl: URL, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /**
   * Sends a request with the key in its path.
   * @throws {FeedError} without sending it when it would exceed the limit (`quota`)
   */
  async send(request: KeyRequest, context: FeedContext): Promise<FeedAnswer> {
    this.#learning ??= this.#learn(context);
    await this.#learning;
    const waitMs = this.#quota.book(request.cost, context.now(), request.isPast);
    if (waitMs === Number.POSITIVE_INFINITY) {
      throw new FeedError(
        "refused",
        `one request costs ${request.cost} transactions, which is more than FIRMS allows this key in 10 minutes`,
      );
    }
    if (waitMs > 0) throw quotaError(waitMs);
    const { endpoint, path, validators } = request;
    const url = urlUnder(this.#baseUrl, `${endpoint}/${encodeURIComponent(this.#key)}/${path}`);
    return context.request(url, { accept: "text/plain, text/csv", ...this.#options, validators });
  }

  /** FIRMS has answered a request with data. */
  works(): void {
    this.#hasWorked = true;
    this.#doubtedAt = undefined;
  }

  /** Why an answer to this key is not data. */
  async errorOf(answer: BadAnswer, context: FeedContext): Promise<FeedError> {
    const error = errorOf(answer);
    if (error === undefined) return this.#keyError(context);
    if (error.code === "quota") this.#quota.fill(context.now());
    return error;
  }

  /**
   * FIRMS also says "Invalid MAP_KEY." of a valid key that is throttled, for as long as it counts:
   * a key that was not used for longer, and is still invalid, was revoked.
   */
  async #keyError(context: FeedContext): Promise<FeedError> {
    const status = await this.#status(context);
    if (typeof status === "object") {
      this.#take(status, context);
      return quotaError();
    }
    const now = context.now();
    if (this.#hasWorked && status === "refused") this.#doubtedAt ??= now;
    const doubtedMs = this.#doubtedAt === undefined ? 0 : now - this.#doubtedAt;
    if (doubtedMs >= quotaWindowMs) return new KeyRefused("FIRMS has revoked the key");
    if (this.#hasWorked) {
      this.#quota.fill(now);
      return quotaError();
    }
    if (status === "unknown") {
      return new FeedError(
        "unreachable",
        "FIRMS calls the key invalid, and the status of the key could not be read",
      );
    }
    return new KeyRefused("FIRMS says that the key is invalid or over its limit");
  }

  get #options() {
    return { secrets: [this.#key, encodeURIComponent(this.#key)] };
  }

  async #learn(context: FeedContext): Promise<void> {
    try {
      const status = await this.#status(context);
      if (typeof status === "object") this.#take(status, context);
    } catch (error) {
      this.#learning = undefined;
      throw error;
    }
  }

  #take({ used, limit }: KeyStatus, context: FeedContext): void {
    this.#quota.learn(used, limit, context.now());
  }

  async #status(context: FeedContext): Promise<KeyStatus | "refused" | "unknown"> {
    const url = urlUnder(this.#baseUrl, "mapserver/mapkey_status/");
    url.searchParams.set("MAP_KEY", this.#key);
    try {
      const answer = await context.request(url, { maxBytes: 100_000, ...this.#options });
      if (answer.kind === "unchanged") return "unknown";
      let text = "";
      for await (const piece of answer.body) text += piece;
      return statusOf(text) ?? (answer.status === 403 ? "refused" : "unknown");
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof FeedError)) throw error;
      return "unknown";
    }
  }
}

function statusOf(text: string): KeyStatus | undefined {
  try {
    const { transaction_limit, current_transactions } = JSON.parse(text) as Record<string, unknown>;
    const [limit, used] = [Number(transaction_limit), Number(current_transactions)];
    return limit > 0 && used >= 0 ? { limit, used } : undefined;
  } catch {
    return undefined;
  }
}
