import { setTimeout } from "node:timers/promises";
import { settleOrAbort } from "@emberline/core";
import type { Calls } from "./calls.ts";
import type { Log } from "./common/log.ts";
import type { Settings } from "./common/settings.ts";

/** Fewer would be more notifications than a client can show. */
const progressStep = 20_000;
/** Clients that hear of no progress give a call up after a minute. */
const silentMs = 45_000;

/** Receives the number of features that were loaded so far. */
export type OnLoaded = (features: number) => void;

/** Opens the calls once, behind the protocol: a call waits for them and hears how far they are. */
export class Loading {
  readonly #settings: Settings;
  readonly #log: Log;
  readonly #listeners = new Set<OnLoaded>();
  #loaded = 0;
  #isReady = false;
  #opening: Promise<Calls> | undefined;
  /** Until live feeds have something to answer from. */
  #reading: Promise<void> = Promise.resolve();

  constructor(settings: Settings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  /** Starts loading, unless that has begun. */
  start(): Promise<Calls> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Undefined if nothing was loaded. */
  get begun(): Promise<Calls> | undefined {
    return this.#opening;
  }

  /**
   * The calls, when they are ready.
   *
   * @param onLoaded called at once and again while data is loaded
   * @throws the reason of the signal when the caller leaves
   */
  async wait(signal: AbortSignal, onLoaded?: OnLoaded): Promise<Calls> {
    if (this.#isReady) return this.start();
    if (!onLoaded)
      return settleOrAbort(this.#whole(setTimeout(silentMs, undefined, { ref: false })), signal);
    onLoaded(this.#loaded);
    this.#listeners.add(onLoaded);
    try {
      return await settleOrAbort(this.#whole(), signal);
    } finally {
      this.#listeners.delete(onLoaded);
    }
  }

  /** The calls, once there is something to answer from, or at the end of the time. */
  async #whole(limit?: Promise<void>): Promise<Calls> {
    const calls = await this.start();
    await (limit ? Promise.race([this.#reading, limit]) : this.#reading);
    return calls;
  }

  #tell(features: number): void {
    this.#loaded = features;
    for (const each of this.#listeners) each(features);
  }

  async #open(): Promise<Calls> {
    const { openCalls } = await import("./calls.ts");
    const calls = await openCalls(this.#settings, {
      log: this.#log,
      onLoaded: (features) => {
        if (features >= this.#loaded + progressStep) this.#tell(features);
      },
    });
    this.#reading = calls
      .firstReading((rows) => this.#tell(rows))
      .then(() => {
        this.#isReady = true;
      });
    return calls;
  }
}
