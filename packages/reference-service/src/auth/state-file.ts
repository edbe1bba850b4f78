import { readFileSync } from "node:fs";
import type { ClientRecord } from "./client-records.ts";

/** The copy of a state file from before its last change. */
export function previousOf(path: string): string {
  return `${path}.previous`;
}

export function stateText(clients: readonly ClientRecord[]): string {
  return `${JSON.stringify({ clients }, null, 2)}\n`;
}

/** A state file's text and its clients. */
export interface State {
  text: string;
  clients: ClientRecord[];
}

/**
 * Reads a state file.
 * @throws {Error} when it is damaged, with one sentence and what can be done
 */
export function readState(path: string): State | undefined {
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
