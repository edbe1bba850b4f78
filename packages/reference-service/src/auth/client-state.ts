import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import type { ClientRecord } from "./client-records.ts";

/** The created API clients, in a file that only its owner can read, or in memory. */
export class ClientState {
  #path: string | undefined;
  #records: ClientRecord[] = [];
  #readAt = "";

  /** @throws {Error} when the file is there and is no state file */
  constructor(path: string | undefined) {
    this.#path = path;
    this.records();
  }

  /** All records, read again when another process has written the file. */
  records(): readonly ClientRecord[] {
    if (this.#path === undefined) return this.#records;
    const stat = statSync(this.#path, { throwIfNoEntry: false, bigint: true });
    const version = stat ? `${stat.mtimeNs}-${stat.ino}` : "";
    if (version !== this.#readAt) {
      this.#records = stat ? readState(this.#path) : [];
      this.#readAt = version;
    }
    return this.#records;
  }

  /** Replaces the records; a reader sees the old file or the new one, never a part. */
  change(edit: (records: readonly ClientRecord[]) => ClientRecord[]): void {
    this.#records = edit(this.records());
    if (this.#path === undefined) return;
    const temporary = `${this.#path}.${randomUUID()}`;
    writeFileSync(temporary, `${JSON.stringify({ clients: this.#records }, null, 2)}\n`, {
      mode: 0o600,
    });
    renameSync(temporary, this.#path);
    const { mtimeNs, ino } = statSync(this.#path, { bigint: true });
    this.#readAt = `${mtimeNs}-${ino}`;
  }
}

function readState(path: string): ClientRecord[] {
  const state: unknown = parse(readFileSync(path, "utf8"));
  const clients = (state as { clients?: unknown } | null)?.clients;
  if (!Array.isArray(clients) || !clients.every(isRecord)) {
    throw new Error(`${path} is not a state file: it needs a list "clients"`);
  }
  return clients;
}

function isRecord(value: unknown): value is ClientRecord {
  const { id, name, organization, salt, hash } = (value ?? {}) as Record<string, unknown>;
  return [id, name, organization, salt, hash].every((member) => typeof member === "string");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
