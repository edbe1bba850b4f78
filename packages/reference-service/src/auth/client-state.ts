import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Problem } from "../values/problems.ts";
import type { ClientRecord } from "./client-records.ts";
import { withFileLock } from "./file-lock.ts";

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

/**
 * Replaces a file's text; only its owner can read it. Readers always find the old text or the new
 * one; when it returns, the new text is on disk.
 * @param beforeCommit may still cancel by throwing
 */
async function replaceFile(
  path: string,
  text: string,
  beforeCommit?: () => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeToDisk(temporary, text);
    await beforeCommit?.();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes temporary files of processes that died while replacing a file. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const isLeftover = (name: string) => name.startsWith(`${basename(path)}.`) && /\.tmp$/.test(name);
  const names = (await readdir(folder)).filter(isLeftover);
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

async function writeToDisk(path: string, text: string): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs the folder, which contains the new name. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The copy of a state file from before its last change. */
function previousOf(path: string): string {
  return `${path}.previous`;
}

function stateText(clients: readonly ClientRecord[]): string {
  return `${JSON.stringify({ clients }, null, 2)}\n`;
}

/** A state file's text and its clients. */
interface State {
  text: string;
  clients: ClientRecord[];
}

/**
 * Reads a state file.
 * @throws {Error} when it is damaged, with one sentence and what can be done
 */
function readState(path: string): State | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const clients = clientsOf(text);
  if (typeof clients !== "string") return { text, clients };
  throw new Error(`${path} is not a state file, ${clients}: ${remedy(path)}.`);
}

/** Never restores the copy by itself: it may contain a client that was revoked since. */
function remedy(path: string): string {
  const previous = previousOf(path);
  return hasClients(previous)
    ? `${previous} is intact but lacks the last change; check it and copy it over the damaged file`
    : "name another file, or remove it to start without clients";
}

function hasClients(path: string): boolean {
  try {
    return typeof clientsOf(readText(path) ?? "") !== "string";
  } catch {
    return false;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new Error(`${path} cannot be read (${code}): the program must be allowed to read it.`);
  }
}

/** The clients, or the problem with the text. */
function clientsOf(text: string): ClientRecord[] | string {
  let state: { clients?: unknown } | null;
  try {
    state = JSON.parse(text);
  } catch {
    return "since it is not JSON";
  }
  const clients = state?.clients;
  if (!Array.isArray(clients)) return `since it has no list "clients"`;
  const broken = clients.findIndex((client) => !isRecord(client));
  if (broken >= 0) return `since clients[${broken}] is not whole`;
  const ids = new Set(clients.map(({ id }) => id));
  return ids.size === clients.length ? clients : "since two of its clients have the same id";
}

function isRecord(value: unknown): value is ClientRecord {
  const { revokedAt = "", ...members } = (value ?? {}) as Record<string, unknown>;
  const { id, name, organization, createdAt, salt, hash } = members;
  return [id, name, organization, createdAt, salt, hash, revokedAt].every(
    (member) => typeof member === "string",
  );
}
