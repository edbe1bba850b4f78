/**
 * Rejects when work takes longer, whatever it waits for: a coordinator may wait for a node that
 * hangs beyond its own time limit.
 */
export async function withinMs<T>(maxMs: number, late: () => Error, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const ending = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), maxMs);
  });
  try {
    return await Promise.race([work, ending]);
  } finally {
    clearTimeout(timer);
    // What comes of it later is not waited for.
    work.catch(() => {});
  }
}
