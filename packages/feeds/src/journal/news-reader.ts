import { join } from "node:path";
import type { Pause } from "@emberline/turns";
import type { Layer } from "../values/feed.ts";
import type { News } from "../values/journal.ts";
import { readLines } from "./lines.ts";
import { codeOf, type FolderState, type LinesFile } from "./state-file.ts";

/** Reads what was appended to the files of a folder since it read them last. */
export class NewsReader {
  readonly #folder: string;
  readonly #report: (problem: string) => void;
  readonly #pause: Pause;
  /** The file of each layer that was read last, as it was then. */
  readonly #positions = new Map<Layer, LinesFile>();
  readonly #damaged = new Set<string>();
  /** Layers of which something was set aside that was perhaps given as news before. */
  readonly #forgotten = new Set<Layer>();

  constructor(folder: string, report: (problem: string) => void, pause: Pause) {
    this.#folder = folder;
    this.#report = report;
    this.#pause = pause;
  }

  isDamaged(name: string): boolean {
    return this.#damaged.has(name);
  }

  /** The next news of the layer are all that the files have. */
  forget(layer: Layer): void {
    this.#forgotten.add(layer);
  }

  forgetAll(): void {
    for (const layer of this.#positions.keys()) this.#forgotten.add(layer);
  }

  /** What this process wrote is no news to it. */
  skip(layer: Layer, files: readonly LinesFile[]): void {
    const last = files.findLast((file) => file.layer === layer);
    if (last) this.#positions.set(layer, last);
  }

  async *news(stateNow: () => Promise<FolderState>): AsyncGenerator<News, void> {
    const named = (await stateNow()).files.map((file) => file.layer);
    for (const layer of new Set([...named, ...this.#forgotten])) {
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
    const known = this.#positions.get(layer);
    const at = files.findIndex(({ name }) => name === known?.name);
    // Another process set aside the file that was read last, or all of them became too old.
    const isLost = known !== undefined && at < 0 && files.length > 0;
    const isAnew = this.#forgotten.delete(layer) || isLost;
    if (isAnew) yield { layer, put: [], remove: [], isAnew };
    const position = isAnew ? undefined : known;
    for (const file of files.slice(position ? at : 0)) {
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
