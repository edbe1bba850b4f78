import { setTimeout as pause } from "node:timers/promises";

/** Far more than a loaded machine needs: only a failure waits for so long. */
const withinMs = 60_000;

/** Repeats a check until it holds, and returns what it returns; rejects with its last error. */
export async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(100);
  }
}
