import { unwatchFile, watchFile } from "node:fs";
import type { LiveGrants } from "./live-grants.ts";

/** By its path, as a mounted file may be replaced by another one. */
const intervalMs = 2000;

/**
 * Reads the grants again when their file has changed, and while it cannot be read.
 *
 * @returns a function that ends this
 */
export function watchKeysFile(path: string | undefined, grants: LiveGrants): () => void {
  if (path === undefined) return () => {};
  let retry: NodeJS.Timeout | undefined;
  const reload = () => {
    clearTimeout(retry);
    if (!grants.reload()) retry = setTimeout(reload, intervalMs).unref();
  };
  watchFile(path, { interval: intervalMs, persistent: false }, reload);
  return () => {
    unwatchFile(path, reload);
    clearTimeout(retry);
  };
}
