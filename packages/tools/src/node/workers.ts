import { availableParallelism } from "node:os";
import type { Piscina } from "piscina";
import { ToolError } from "../call/tool-error.ts";
import type { HeavyWork, Workers } from "../work/workers.ts";

/** Threads of a program; they keep no process alive. */
export interface WorkerThreads extends Workers {
  /** Ends the threads and whatever they work on. */
  close(): Promise<void>;
}

type Room = "geometry" | "pictures";

const cores = availableParallelism();

/**
 * Pictures have threads of their own, so that none waits behind a long union,
 * and few: the memory of WebAssembly only grows.
 */
const threadsOf: Record<Room, number> = {
  geometry: cores < 4 ? 1 : 2,
  pictures: cores < 4 ? 1 : 2,
};

/** Tasks that may wait in each room. Their inputs are held meanwhile: at most some 100 kB each. */
const maxWaiting: Record<Room, number> = { geometry: 64, pictures: 8 };

/** The most that JavaScript of one thread may hold, in 10⁶ bytes. */
const maxHeapMb = 512;

/** From source the file is TypeScript, from a package or a bundle JavaScript. */
const file = `./heavy-worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`;

/** Opens threads for heavy work. Each room of them starts with its first task, and is kept. */
export function openWorkers(): WorkerThreads {
  const rooms = new Map<Room, Promise<Piscina>>();
  const roomFor = (room: Room): Promise<Piscina> => {
    const known = rooms.get(room) ?? openRoom(room);
    rooms.set(room, known);
    return known;
  };
  return {
    async run<Name extends keyof HeavyWork>(
      name: Name,
      input: HeavyWork[Name]["input"],
      signal: AbortSignal,
      moved: readonly ArrayBuffer[] = [],
    ): Promise<HeavyWork[Name]["output"]> {
      const room = name === "png" ? "pictures" : "geometry";
      const pool = await roomFor(room);
      if (pool.queueSize >= maxWaiting[room]) {
        throw new ToolError("busy", "Too much work is waiting here: try again in 5 s.", {
          retryAfterSeconds: 5,
        });
      }
      return await pool.run(input, { name, signal, transferList: [...moved] });
    },
    async close() {
      const opened = [...rooms.values()];
      rooms.clear();
      await Promise.all(opened.map(async (pool) => (await pool).destroy()));
    },
  };
}

async function openRoom(room: Room): Promise<Piscina> {
  const { Piscina } = await import("piscina");
  const threads = threadsOf[room];
  const pool = new Piscina({
    filename: new URL(file, import.meta.url).href,
    // A pool that may shrink leaves tasks waiting when a thread was ended with its task.
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  // A thread that dies fails its task, and another takes its place:
  // nobody else needs to hear of it.
  pool.on("error", () => {});
  return pool;
}
