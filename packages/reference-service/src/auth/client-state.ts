import { statSync } from "node:fs";
import { Problem } from "../problems.ts";
import type { ClientRecord } from "./client-records.ts";
import { withFileLock } from "./file-lock.ts";
import { removeLeftovers, replaceFile } from "./replace-file.ts";
import { previousOf, readState, stateText } from "./state-file.ts";

/** Stores created API clients in memory, or in a file that only its owner can read. */
export class ClientState {
  #path: string | undefined;
  #records: readonly ClientRecord[] = [];
  #readAt = "";
  #fault: string | undefined;

  /** @throws {Error} when the file is there and is not a state file */
  constructor(path: string | undefined) {
    this.#path = path;
    this.records();
    if (this.#fault !== undefined) throw new Error(this.#fault);
  }

  /**
   * All records, read again if the file has changed. If it was damaged since the start, the records
   * read last.
   */
  records(): readonly ClientRecord[] {
    if (this.#path === undefined) return this.#records;
    try {
      const version = versionOf(this.#path);
      if (version === this.#readAt) return this.#records;
      this.#readAt = version;
      this.#records = readState(this.#path)?.clients ?? [];
      this.#fault = undefined;
    } catch (error) {
      this.#fault = (error as Error).message;
    }
    return this.#records;
  }

  /** Why the file can no longer be read; undefined if it can. */
  get fault(): string | undefined {
    this.records();
    return this.#fault;
  }

  /**
   * Changes the records, including those written by other processes. When it returns, the change is
   * on disk.
   * @throws {Problem} when the disk does not take it (503); `records` are then as the disk has them
   */
  async change(edit: (records: readonly ClientRecord[]) => ClientRecord[]): Promise<void> {
    if (this.#path === undefined) {
      this.#records = edit(this.#records);
      return;
    }
    try {
      await changeFile(this.#path, edit);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new Problem(
        503,
        "state-not-saved",
        `The change was not saved (${code ?? message}): the list shows the saved state.`,
      );
    } finally {
      // If the last step failed, the file may or may not contain the change.
      this.#readAt = "";
      this.records();
    }
  }
}

function changeFile(
  path: string,
  edit: (records: readonly ClientRecord[]) => ClientRecord[],
): Promise<void> {
  return withFileLock(`${path}.lock`, async (assertHeld) => {
    await removeLeftovers(path);
    const before = readState(path);
    if (before) await replaceFile(previousOf(path), before.text);
    await replaceFile(path, stateText(edit(before?.clients ?? [])), assertHeld);
  });
}

/** Differs after every change; empty if there is no file. */
function versionOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.mtimeNs}-${stat.ino}-${stat.size}` : "none";
}
