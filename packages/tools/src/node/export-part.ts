import { type FileHandle, rename, rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { ExportedFile, ExportSink } from "../call/export-store.ts";
import { ToolError } from "../call/tool-error.ts";

/** The space that files may use together. */
export interface Room {
  /** @throws {ToolError} when less space is left (`invalid_input`) */
  take(bytes: number): void;
  giveBack(bytes: number): void;
}

/** The paths of a file while it is written and when it is complete. */
interface PartPaths {
  readonly name: string;
  readonly part: string;
  readonly whole: string;
}

/** A file of an export folder that is being written. */
export class ExportPart implements ExportSink {
  readonly #handle: FileHandle;
  readonly #paths: PartPaths;
  readonly #room: Room;
  #taken = 0;
  #isOpen = true;

  constructor(handle: FileHandle, paths: PartPaths, room: Room) {
    this.#handle = handle;
    this.#paths = paths;
    this.#room = room;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#room.take(bytes.length);
    this.#taken += bytes.length;
    // A single write may be partial.
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, from).catch(reportFailure);
      from += bytesWritten;
    }
  }

  async commit(): Promise<ExportedFile> {
    const { name, part, whole } = this.#paths;
    try {
      // Otherwise a power cut could leave a truncated file under its final name.
      await this.#handle.datasync();
      await this.#close();
      await rename(part, whole);
    } catch (error) {
      reportFailure(error as NodeJS.ErrnoException);
    }
    return { name, path: whole, uri: pathToFileURL(whole).href };
  }

  async discard(): Promise<void> {
    const { part, whole } = this.#paths;
    const removed = [this.#close(), rm(part, { force: true }), rm(whole, { force: true })];
    // The first failure is reported; failures of the cleanup are not.
    await Promise.allSettled(removed);
    this.#room.giveBack(this.#taken);
    this.#taken = 0;
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#handle.close();
  }
}

/** Reports the system's error code only: its message may contain paths. */
export function reportFailure(error: NodeJS.ErrnoException): never {
  throw new ToolError(
    "internal",
    `The file could not be written (${error.code ?? error.name}), and was deleted: the operator must check the folder for exports.`,
    { cause: error },
  );
}
