/** How long a failing Redis is left alone, so that calls do not wait for it one by one. */
const restMs = 1000;

/** Whether Redis answers; the operator hears when that changes. */
export class Outage {
  readonly #log: (text: string) => void;
  #reason: string | null = null;
  #restUntilMs = 0;
  readonly #onEnd: (() => void)[] = [];

  constructor(log: (text: string) => void) {
    this.#log = log;
  }

  /** The outage as a sentence, or null while Redis answers. */
  get notice(): string | null {
    if (this.#reason === null) return null;
    return `Redis does not answer (${this.#reason}): this process uses its own memory until it does.`;
  }

  began(error: unknown): void {
    this.#restUntilMs = performance.now() + restMs;
    if (this.#reason !== null) return;
    this.#reason = reasonOf(error);
    this.#log(this.notice!);
  }

  ended(): void {
    if (this.#reason === null) return;
    this.#reason = null;
    this.#log("Redis answers again.");
    for (const listener of this.#onEnd) listener();
  }

  /** Calls the listener after each outage. */
  onEnd(listener: () => void): void {
    this.#onEnd.push(listener);
  }

  /** Runs a command, or its substitute if Redis does not answer it. */
  async attempt<Result>(
    command: () => Promise<Result>,
    substitute: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#reason !== null && performance.now() < this.#restUntilMs) return substitute();
    try {
      const result = await command();
      this.ended();
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
