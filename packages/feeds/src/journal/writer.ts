import { join } from "node:path";
import { beat, beatMs, endBeat } from "./holder.ts";
import { JournalError } from "./journal-error.ts";
import { type FolderState, stateName, stateNumbers, writeState } from "./state-file.ts";

/** The right to write the state file of a number, until another process makes the next one. */
export class Writer {
  readonly number: number;
  readonly #folder: string;
  readonly #lost = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #state: FolderState;
  #isReleased = false;

  constructor(folder: string, number: number, state: FolderState) {
    this.#folder = folder;
    this.number = number;
    this.#state = state;
    this.#timer = setInterval(() => void this.#beat(), beatMs);
    this.#timer.unref();
  }

  get state(): FolderState {
    return this.#state;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** @throws {JournalError} when another process took over (`not_leased`) */
  async write(state: FolderState): Promise<void> {
    await writeState(this.#folder, this.number, state);
    // Who takes over makes the next file first, and then reads this one again.
    if (this.#isReleased || (await this.#isOver())) {
      this.#lost.abort();
      throw new JournalError("not_leased", "Another process took over the journal.");
    }
    this.#state = state;
  }

  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearInterval(this.#timer);
    this.#lost.abort();
    await endBeat(this.#path);
  }

  get #path(): string {
    return join(this.#folder, stateName(this.number));
  }

  async #beat(): Promise<void> {
    if (this.#isReleased) return;
    await beat(this.#path);
    const isOver = await this.#isOver().catch(() => false);
    if (!isOver) return;
    clearInterval(this.#timer);
    this.#lost.abort();
  }

  async #isOver(): Promise<boolean> {
    const [newest = 0] = await stateNumbers(this.#folder);
    return newest > this.number;
  }
}
