import { settleOrAbort } from "@emberline/core";
import type { Calls } from "./calls.ts";
import type { Log } from "./common/log.ts";
import type { Settings } from "./common/settings.ts";

/** Fewer would be more notifications than a client can show. */
const progressStep = 20_000;

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
    const opening = this.start();
    if (this.#isReady || !onLoaded) return settleOrAbort(opening, signal);
    onLoaded(this.#loaded);
    this.#listeners.add(onLoaded);
    try {
      return await settleOrAbort(opening, signal);
    } finally {
      this.#listeners.delete(onLoaded);
    }
  }

  async #open(): Promise<Calls> {
    const { openCalls } = await import("./calls.ts");
    const calls = await openCalls(this.#settings, {
      log: this.#log,
      onLoaded: (features) => {
        if (features < this.#loaded + progressStep) return;
        this.#loaded = features;
        for (const each of this.#listeners) each(features);
      },
    });
    this.#isReady = true;
    return calls;
  }
}
