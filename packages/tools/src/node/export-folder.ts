import { type FileHandle, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  defaultMaxExportMb,
  type ExportedFile,
  type ExportSink,
  type ExportStore,
} from "../call/export-store.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { isAbandoned, ownerTag } from "./workers.ts";

/** The space that files may use together. */
interface Room {
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
class ExportPart implements ExportSink {
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
function reportFailure(error: NodeJS.ErrnoException): never {
  throw new ToolError(
    "internal",
    `The file could not be written (${error.code ?? error.name}), and was deleted: the operator must check the folder for exports.`,
    { cause: error },
  );
}

export interface ExportFolderOptions {
  /** Maximum total size of all files of this store, in megabytes (10⁶ bytes); default 2,000. */
  readonly maxMb?: number | undefined;
}

/**
 * A store that writes only into one folder. Names are made safe and unique, so that existing files
 * are never touched. Until a file is complete, its name ends in `.part` and only its owner can read
 * it. Parts left by killed processes of this machine are deleted.
 *
 * @example
 * const exports = await openExportFolder("/srv/exports", { maxMb: 500 });
 *
 * @throws {Error} when there is no such folder: one sentence for the operator
 */
export async function openExportFolder(
  folder: string,
  { maxMb = defaultMaxExportMb }: ExportFolderOptions = {},
): Promise<ExportStore> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory())
    throw new Error(`there is no folder ${JSON.stringify(folder)} for exports: make it first.`);
  const root = await realpath(folder);
  await removeLeftovers(root);
  const room = limitedRoom(maxMb * 1_000_000);
  return {
    async create(proposal) {
      const name = ownName(proposal);
      const part = join(root, `${name}.${ownerTag}.part`);
      // "x" fails if the name exists, even as a link.
      const handle = await open(part, "wx", 0o600).catch(reportFailure);
      return new ExportPart(handle, { name, part, whole: join(root, name) }, room);
    },
  };
}

/** A name of letters, digits and hyphens with an extension, so that it cannot leave the folder. */
function ownName(proposal: string): string {
  const [, extension] = /\.([a-z]+)$/.exec(proposal) ?? [];
  const stem = extension === undefined ? proposal : proposal.slice(0, -extension.length - 1);
  const clean = stem
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString("hex");
  return `${clean || "export"}-${random}.${extension ?? "txt"}`;
}

async function removeLeftovers(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  const parts = names.filter((name) => {
    // As `ownName` and `create` make them.
    const [, tag] = /^[A-Za-z0-9-]+-[0-9a-f]{12}\.[a-z]+\.([A-Za-z0-9-]+)\.part$/.exec(name) ?? [];
    return tag !== undefined && isAbandoned(tag);
  });
  await Promise.all(parts.map((name) => rm(join(root, name), { force: true })));
}

function limitedRoom(maxBytes: number): Room {
  let left = maxBytes;
  return {
    take(bytes) {
      if (bytes > left) {
        throw invalidInput(
          `The export is larger than the space for exports here (${Math.round(maxBytes / 1e6)} MB for all of them): select less, or take csv, the shortest format.`,
        );
      }
      left -= bytes;
    },
    giveBack(bytes) {
      left += bytes;
    },
  };
}
