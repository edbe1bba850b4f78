import type { Log } from "@emberline/settings/node";
import { awayReason } from "../postgis/faults.ts";
import type { ReferenceService } from "./service.ts";

const intervalMs = 5000;
/** A database that takes longer is away: it hangs, or all of its connections are taken. */
const timeoutMs = 3000;

/** Logs when the database of the features goes and comes, whether anybody asks or not. */
export class StoreWatch {
  readonly #nodes: ReferenceService["nodes"];
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #isAway = false;
  #running: Promise<void> | undefined;

  constructor(nodes: ReferenceService["nodes"], log: Log) {
    this.#nodes = nodes;
    this.#log = log;
    this.#timer = setInterval(() => void this.look(), intervalMs).unref();
  }

  /** Looks now, unless a look is running. */
  look(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const reason = await inTime(this.#nodes()).then(
      () => null,
      (error) => awayReason(error) ?? (error as Error).message,
    );
    const isAway = reason !== null;
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    if (isAway)
      this.#log(`the database does not answer (${reason}): requests that need it get 503`, "error");
    else this.#log("the database answers again", "info");
  }
}

/** Rejects if the database takes too long to answer. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
