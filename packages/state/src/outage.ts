/** Away: no connection, or no answer in time. Full: what it has can still be read. */
type Kind = "away" | "full" | "refused";
export type RedisCondition = "ok" | Kind;

/** By the code of a reply; others mean that Redis is away. */
const kinds: Readonly<Record<string, Kind>> = {
  OOM: "full",
  NOAUTH: "refused",
  NOPERM: "refused",
  WRONGPASS: "refused",
};

const sentences: Readonly<Record<Kind, (reason: string) => string>> = {
  away: (reason) =>
    `Redis does not answer (${reason}): this process uses its own memory until it does.`,
  full: (reason) =>
    `Redis is full (${reason}): this process keeps what is new in its own memory until there is room.`,
  refused: (reason) =>
    `Redis refuses this process (${reason}): it uses its own memory until the password fits.`,
};

interface Command<Result> {
  readonly run: () => Promise<Result>;
  /** Without Redis. */
  readonly substitute: () => Promise<Result>;
  /** Reads succeed while Redis is full, so they do not show that it has room again. */
  readonly isRead?: boolean;
  /** Asks whether Redis answers again, while everything else does without it. */
  readonly isProbe?: boolean;
}

/** Whether Redis answers and has room; the operator hears when that changes. */
export class Outage {
  readonly #log: (text: string) => void;
  #reason: string | null = null;

  constructor(log: (text: string) => void) {
    this.#log = log;
  }

  /** The outage as a sentence, or null while Redis answers. */
  get notice(): string | null {
    return this.#reason === null ? null : sentences[this.#kind](this.#reason);
  }

  /** What is wrong with Redis, if anything. */
  get condition(): RedisCondition {
    return this.#reason === null ? "ok" : this.#kind;
  }

  get #kind(): Kind {
    return kinds[this.#reason ?? ""] ?? "away";
  }

  /** One outage has many errors, and the first of each kind is logged. */
  began(error: unknown): void {
    const reason = reasonOf(error);
    const kind = kinds[reason] ?? "away";
    if (this.#reason !== null && kind === this.#kind) return;
    // Commands fail without a code after a refusal.
    if (this.#reason !== null && this.#kind === "refused" && kind === "away") return;
    this.#reason = reason;
    this.#log(this.notice!);
  }

  ended(): void {
    if (this.#reason === null) return;
    this.#log(this.#kind === "full" ? "Redis has room again." : "Redis answers again.");
    this.#reason = null;
  }

  /** Runs a command, or its substitute if Redis does not answer it, or did not before. */
  async attempt<Result>({
    run,
    substitute,
    isRead = false,
    isProbe = false,
  }: Command<Result>): Promise<Result> {
    const isReadOfFull = () => isRead && this.#kind === "full";
    if (this.#reason !== null && !isReadOfFull() && !isProbe) return substitute();
    try {
      const result = await run();
      if (!isReadOfFull()) this.ended();
      return result;
    } catch (error) {
      if (!isAboutOneKey(error)) this.began(error);
      return substitute();
    }
  }
}

/** A key may hold anything, for example what another program wrote. */
function isAboutOneKey(error: unknown): boolean {
  return /^(WRONGTYPE|ERR) /.test(String((error as { message?: unknown }).message));
}

/** The code of an error, since messages may name addresses and users. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string") return code.slice(0, 40);
  // Replies of Redis begin with a code, such as WRONGPASS or OOM.
  return /^[A-Z]{3,20}\b/.exec(String(message))?.[0] ?? "no answer in time";
}
