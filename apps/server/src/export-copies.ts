import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { keyFrom, openBytes, sealBytes, type Values } from "@emberline/state";
import { z } from "zod";

/** Of a compressed file; a part is one value in Redis. */
const partBytes = 512 * 1024;
/** The copies of one process, so that its files leave room for what all replicas count. */
const maxBytes = 64_000_000;

const headSchema = z.object({ name: z.string(), parts: z.number().int() });

/** A file of this process. */
export interface Original {
  readonly id: string;
  /** Its name in the folder. */
  readonly name: string;
  readonly folder: string;
  readonly expiresAtMs: number;
}

/**
 * Copies of exported files in Redis, compressed and encrypted, with which every replica serves the
 * files of all. Beyond the space for them, a file stays with the replica that wrote it.
 */
export class ExportCopies {
  readonly #values: Values;
  readonly #key: Uint8Array;
  readonly #taken = new Map<string, number>();

  constructor(values: Values, linkKey: Uint8Array) {
    this.#values = values;
    this.#key = keyFrom(linkKey, "emberline exports");
  }

  /** @throws {UnreachableError} when Redis does not answer */
  async put({ id, name, folder, expiresAtMs }: Original): Promise<void> {
    const path = join(folder, name);
    const lifeMs = expiresAtMs - Date.now();
    // It may be copied again.
    this.#taken.delete(id);
    if (lifeMs <= 0 || !this.#hasRoom((await stat(path)).size)) return;
    let parts = 0;
    let bytes = 0;
    const compressed = createReadStream(path).pipe(createGzip({ chunkSize: partBytes }));
    for await (const part of inParts(compressed)) {
      await this.#set(partOf(id, parts), part, lifeMs);
      parts += 1;
      bytes += part.length;
    }
    await this.#set(headOf(id), Buffer.from(JSON.stringify({ name, parts })), lifeMs);
    this.#taken.set(id, bytes);
    setTimeout(() => this.#taken.delete(id), lifeMs).unref();
  }

  /**
   * Writes the file of another replica into a folder.
   * @returns its name, or null if there is no copy
   * @throws {UnreachableError} when Redis does not answer
   */
  async fetch(id: string, folder: string): Promise<string | null> {
    const head = await this.#get(headOf(id));
    if (!head) return null;
    const { name, parts } = headSchema.parse(JSON.parse(head.toString()));
    const part = join(folder, `${name}.${crypto.randomUUID()}.part`);
    try {
      const stored = Readable.from(this.#parts(id, parts));
      await pipeline(stored, createGunzip(), createWriteStream(part, { mode: 0o600, flags: "wx" }));
      await rename(part, join(folder, name));
      return name;
    } catch (error) {
      await rm(part, { force: true });
      if (error instanceof MissingPart) return null;
      throw error;
    }
  }

  /** The size of a file is more than that of its copy. */
  #hasRoom(size: number): boolean {
    const taken = [...this.#taken.values()].reduce((sum, bytes) => sum + bytes, 0);
    return taken + size <= maxBytes;
  }

  async *#parts(id: string, parts: number): AsyncGenerator<Buffer> {
    for (let index = 0; index < parts; index++) {
      const part = await this.#get(partOf(id, index));
      if (!part) throw new MissingPart();
      yield part;
    }
  }

  async #get(name: string): Promise<Buffer | undefined> {
    const text = await this.#values.get(name);
    return text === undefined ? undefined : openBytes(this.#key, name, text);
  }

  #set(name: string, bytes: Uint8Array, lifeMs: number): Promise<void> {
    return this.#values.set(name, sealBytes(this.#key, name, bytes), lifeMs);
  }
}

/** Redis may have dropped a part of a copy, or lost it in a restart. */
class MissingPart extends Error {}

const headOf = (id: string) => `export:${id}`;
const partOf = (id: string, index: number) => `export:${id}:${index}`;

/** The bytes of a stream in parts of one size, and a rest. */
async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
