import { join } from "node:path";
import type { Pause } from "@emberline/turns";
import type { Layer } from "../values/feed.ts";
import type { JournalEntry } from "../values/journal.ts";
import { readLines } from "./lines.ts";
import { codeOf, type FolderState, type LinesFile } from "./state-file.ts";

type News = Pick<JournalEntry, "layer" | "put" | "remove">;

/** Reads what was appended to the files of a folder since it read them last. */
export class NewsReader {
  readonly #folder: string;
  readonly #report: (problem: string) => void;
  readonly #pause: Pause;
  /** The file of each layer that was read last, as it was then. */
  readonly #positions = new Map<Layer, LinesFile>();
  readonly #damaged = new Set<string>();

  constructor(folder: string, report: (problem: string) => void, pause: Pause) {
    this.#folder = folder;
    this.#report = report;
    this.#pause = pause;
  }

  isDamaged(name: string): boolean {
    return this.#damaged.has(name);
  }

  /** What this process wrote is no news to it. */
  skip(layer: Layer, files: readonly LinesFile[]): void {
    const last = files.findLast((file) => file.layer === layer);
    if (last) this.#positions.set(layer, last);
  }

  async *news(stateNow: () => Promise<FolderState>): AsyncGenerator<News, void> {
    for (const layer of new Set((await stateNow()).files.map((file) => file.layer))) {
      // A file that is gone became too old, and those after it are read by the next state.
      while (!(yield* this.#newsOf(layer, await stateNow(), stateNow)));
    }
  }

  /** False if it met a file that is no longer there. */
  async *#newsOf(
    layer: Layer,
    state: FolderState,
    stateNow: () => Promise<FolderState>,
  ): AsyncGenerator<News, boolean> {
    const files = state.files.filter((file) => file.layer === layer);
    const position = this.#positions.get(layer);
    const at = files.findIndex(({ name }) => name === position?.name);
    for (const file of files.slice(Math.max(0, at))) {
      const { name, bytes } = file;
      const from = name === position?.name ? position.bytes : 0;
      try {
        const range = { from, to: this.#damaged.has(name) ? from : bytes };
        for await (const some of readLines(join(this.#folder, name), range, this.#pause))
          yield { layer, ...some };
      } catch (error) {
        const isGone = codeOf(error) === "ENOENT";
        if (isGone && !(await stateNow()).files.some((each) => each.name === name)) return false;
        this.#damaged.add(name);
        const problem = isGone ? "it is missing" : (error as Error).message;
        this.#report(`${name} in ${this.#folder} is damaged: ${problem.replace(/\.$/, "")}.`);
      }
      if (bytes > from) this.#positions.set(layer, file);
    }
    return true;
  }
}
