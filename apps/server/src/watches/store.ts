import { randomUUID } from "node:crypto";
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "@emberline/settings/node";

/** Where watches are kept, one text each. */
export interface WatchStore {
  readonly isKept: boolean;
  /** Resolves once no other process has the folder. */
  hold(signal: AbortSignal): Promise<void>;
  all(): Promise<string[]>;
  /** When it resolves, the text is on disk. */
  write(id: string, text: string): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

export function memoryStore(): WatchStore {
  const texts = new Map<string, string>();
  return {
    isKept: false,
    hold: async () => {},
    all: async () => [...texts.values()],
    write: async (id, text) => void texts.set(id, text),
    remove: async (id) => void texts.delete(id),
    close: async () => {},
  };
}

const beatMs = 2000;
/** A holder that has shown nothing for so long has ended. */
const maxSilenceMs = 10_000;
const holderName = "holder.json";

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly nonce: string;
}

/** A folder of files that only their owner can read, since they have secrets. */
export function folderStore(folder: string): WatchStore {
  const path = (id: string) => join(folder, `${id}.json`);
  const holderPath = join(folder, holderName);
  const own: Holder = { pid: process.pid, host: hostname(), nonce: randomUUID() };
  let beat: NodeJS.Timeout | undefined;
  const replace = async (target: string, text: string) => {
    const beside = `${target}.${randomUUID()}.tmp`;
    try {
      const handle = await open(beside, "wx", 0o600);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(beside, target);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  };
  const isHeld = async () => {
    const holder = await readHolder(holderPath);
    if (!holder || holder.nonce === own.nonce) return false;
    const { mtimeMs } = await stat(holderPath).catch(() => ({ mtimeMs: 0 }));
    if (Math.abs(Date.now() - mtimeMs) > maxSilenceMs) return false;
    return holder.host !== own.host || isProcessAlive(holder.pid);
  };
  return {
    isKept: true,
    async hold(signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      while (await isHeld()) {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, beatMs / 4));
      }
      signal.throwIfAborted();
      await writeFile(holderPath, JSON.stringify(own), { mode: 0o600 });
      beat = setInterval(() => {
        const now = new Date();
        utimes(holderPath, now, now).catch(() => {});
      }, beatMs).unref();
    },
    async all() {
      const names = (await readdir(folder)).filter((name) => /^wch_\w+\.json$/.test(name));
      return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    },
    write: (id, text) => replace(path(id), text),
    remove: (id) => rm(path(id), { force: true }),
    async close() {
      if (!beat) return;
      clearInterval(beat);
      if ((await readHolder(holderPath))?.nonce === own.nonce)
        await rm(holderPath, { force: true });
    },
  };
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return null;
  }
}
