import { type FileHandle, rename, rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { ExportedFile, ExportSink } from "../call/export-store.ts";
import { ToolError } from "../call/tool-error.ts";

/** What files may take together. */
export interface Room {
  /** @throws {ToolError} when not so much is left (`invalid_input`) */
  take(bytes: number): void;
  giveBack(bytes: number): void;
}

/** Where a file is while it is written, and where once it is whole. */
interface Place {
  readonly name: string;
  readonly part: string;
  readonly whole: string;
}

/** A file of an export folder on its way from `.part` to its name. */
export class ExportPart implements ExportSink {
  readonly #handle: FileHandle;
  readonly #place: Place;
  readonly #room: Room;
  #taken = 0;
  #isOpen = true;

  constructor(handle: FileHandle, place: Place, room: Room) {
    this.#handle = handle;
    this.#place = place;
    this.#room = room;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#room.take(bytes.length);
    this.#taken += bytes.length;
    // The system may take a part of it at a time.
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, from).catch(tellFailure);
      from += bytesWritten;
    }
  }

  async commit(): Promise<ExportedFile> {
    const { name, part, whole } = this.#place;
    try {
      // Or a power cut could leave the name of a whole file with a part of it.
      await this.#handle.datasync();
      await this.#close();
      await rename(part, whole);
    } catch (error) {
      tellFailure(error as NodeJS.ErrnoException);
    }
    return { name, path: whole, uri: pathToFileURL(whole).href };
  }

  async discard(): Promise<void> {
    const { part, whole } = this.#place;
    const removed = [this.#close(), rm(part, { force: true }), rm(whole, { force: true })];
    // What led here is told; that a folder is gone altogether is no news.
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

/** The system's reason by its code: its text may name folders. */
export function tellFailure(error: NodeJS.ErrnoException): never {
  throw new ToolError(
    "internal",
    `The file could not be written (${error.code ?? error.name}), and nothing of it is left: the operator must look after the folder for exports.`,
    { cause: error },
  );
}
