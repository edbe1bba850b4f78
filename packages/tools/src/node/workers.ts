import { randomBytes } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import { isProcessAlive } from "@emberline/settings/node";
import type { Piscina } from "piscina";
import { inSpan } from "../call/observe-call.ts";
import { ToolError } from "../call/tool-error.ts";
import type { HeavyWork, Workers } from "../work/workers.ts";
import { maxHeapBytes } from "./heap.ts";

const tooLarge =
  "The shapes are too large for the memory of this server: select a smaller area or time.";

/** Threads of a program; they do not keep the process alive. */
export interface WorkerThreads extends Workers {
  /** The number of threads, and of tasks that wait for one. */
  readonly load: Readonly<Record<Room, PoolLoad>>;
  /** Ends the threads and their tasks. */
  close(): Promise<void>;
}

type Room = "geometry" | "pictures";

interface PoolLoad {
  readonly threads: number;
  readonly waiting: number;
}

const cores = availableParallelism();

/**
 * Pictures have separate threads, so that none waits behind a long union; and few, because
 * WebAssembly memory never shrinks.
 */
const threadsOf: Record<Room, number> = {
  geometry: cores < 4 ? 1 : 2,
  pictures: cores < 4 ? 1 : 2,
};

/** Maximum tasks that wait; their inputs stay in memory, up to about 100 kB each. */
const maxWaiting: Record<Room, number> = { geometry: 64, pictures: 8 };

/** Maximum JavaScript heap of a thread, in 10⁶ bytes: at most a quarter of the main thread's. */
const maxHeapMb = Math.min(512, Math.max(96, maxHeapBytes / 4e6));
/** What a thread makes goes soon; more room would only keep it longer. */
const maxNewHeapMb = 16;

/** Threads without work end after this: those of pictures hold 250 MB, most of it WebAssembly. */
const idleMs = 30_000;

/** TypeScript when run from source, JavaScript in packages and bundles. */
const workerFile = new URL(
  `./heavy-worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`,
  import.meta.url,
);

/**
 * Opens threads for heavy work. Each pool starts with its first task, and ends when it has had none
 * for a while.
 *
 * @example
 * const workers = openWorkers();
 * const result = await callTool(tool, input, { ...context, workers });
 * await workers.close();
 */
export function openWorkers(file: URL = workerFile): WorkerThreads {
  const rooms = new Map<Room, Promise<Piscina>>();
  const opened = new Map<Room, Piscina>();
  const tasks: Record<Room, number> = { geometry: 0, pictures: 0 };
  const loadOf = (room: Room): PoolLoad => {
    const pool = opened.get(room);
    return { threads: pool?.threads.length ?? 0, waiting: pool?.queueSize ?? 0 };
  };
  const closePool = async (room: Room, pool: Piscina): Promise<void> => {
    if (opened.get(room) === pool) {
      rooms.delete(room);
      opened.delete(room);
    }
    await pool.destroy();
  };
  /** Piscina does not replace threads whose file failed to load: their tasks would wait forever. */
  const closeIfDead = (room: Room, pool: Piscina): void => {
    if (pool.threads.length === 0) void closePool(room, pool);
  };
  const closeIfIdle = (room: Room, pool: Piscina): void => {
    if (tasks[room] > 0) return;
    const { completed } = pool;
    const close = () => {
      if (tasks[room] === 0 && pool.completed === completed) void closePool(room, pool);
    };
    setTimeout(close, idleMs).unref();
  };
  const roomFor = (room: Room): Promise<Piscina> => {
    const known = rooms.get(room);
    if (known) return known;
    const opening = openRoom(room, file);
    rooms.set(room, opening);
    // If a thread dies, its task fails and the pool replaces the thread, unless the file is broken.
    opening.then(
      (pool) => {
        opened.set(room, pool);
        pool.on("error", () => closeIfDead(room, pool));
      },
      () => rooms.delete(room),
    );
    return opening;
  };
  return {
    get load() {
      return { geometry: loadOf("geometry"), pictures: loadOf("pictures") };
    },
    async run<Name extends keyof HeavyWork>(
      name: Name,
      input: HeavyWork[Name]["input"],
      signal: AbortSignal,
      moved: readonly ArrayBuffer[] = [],
    ): Promise<HeavyWork[Name]["output"]> {
      const room = name === "png" ? "pictures" : "geometry";
      tasks[room]++;
      const opening = roomFor(room);
      try {
        const pool = await opening;
        if (pool.queueSize >= maxWaiting[room]) {
          throw new ToolError("busy", "Too much work is waiting here: try again in 5 s.", {
            retryAfterSeconds: 5,
          });
        }
        return await inSpan(`worker ${name}`, {}, () =>
          pool.run(input, { name, signal, transferList: [...moved] }),
        );
      } catch (error) {
        throw (error as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new ToolError("invalid_input", tooLarge, { cause: error })
          : error;
      } finally {
        tasks[room]--;
        opening.then(
          (pool) => closeIfIdle(room, pool),
          () => {},
        );
      }
    },
    async close() {
      const pools = [...rooms.values()];
      rooms.clear();
      opened.clear();
      await Promise.all(pools.map(async (pool) => (await pool).destroy()));
    },
  };
}

async function openRoom(room: Room, file: URL): Promise<Piscina> {
  const { Piscina } = await import("piscina");
  const threads = threadsOf[room];
  return new Piscina({
    filename: file.href,
    // With a smaller minimum, the pool strands waiting tasks when a thread is terminated.
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: {
      maxOldGenerationSizeMb: maxHeapMb,
      maxYoungGenerationSizeMb: maxNewHeapMb,
    },
  });
}

const host = hostname()
  .replace(/[^A-Za-z0-9]/g, "")
  .slice(0, 32);
// Process ids are reused; in containers, on every start.
const random = randomBytes(4).toString("hex");

/** Identifies this process in the names of its temporary files: `host-4711-1a2b3c4d`. */
export const ownerTag = `${host}-${process.pid}-${random}`;

/** Whether a tag belongs to a process of this machine that has ended. */
export function isAbandoned(tag: string): boolean {
  const [, itsHost, id, itsRandom] = /^([A-Za-z0-9]*)-(\d+)-([0-9a-f]{8})$/.exec(tag) ?? [];
  if (itsHost !== host) return false;
  const pid = Number(id);
  return pid === process.pid ? itsRandom !== random : !isProcessAlive(pid);
}
