import type { Pause } from "@emberline/turns";

const watchMs = 50;

/** Rejects as soon as the caller leaves, whatever the work waits for. */
export async function unlessLeft<T>(work: Promise<T>, pause: Pause): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const leaving = new Promise<never>((_, reject) => {
    timer = setInterval(() => pause()?.catch(reject), watchMs);
  });
  try {
    return await Promise.race([work, leaving]);
  } finally {
    clearInterval(timer);
    // It ends with the same reason, which is then known.
    work.catch(() => {});
  }
}

/** Waits for the server, and stops its work when the caller leaves. */
export async function watched<T>(
  work: PromiseLike<T>,
  cancel: () => void,
  pause: Pause,
): Promise<T> {
  let left: { reason: unknown } | undefined;
  const watch = async () => {
    try {
      await pause();
    } catch (reason) {
      if (left) return;
      left = { reason };
      cancel();
    }
  };
  const timer = setInterval(watch, watchMs);
  try {
    return await work;
  } catch (error) {
    throw left ? left.reason : error;
  } finally {
    clearInterval(timer);
  }
}
