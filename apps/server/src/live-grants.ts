import { unwatchFile, watchFile } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Grant } from "./access/grants.ts";
import type { Caller } from "./caller.ts";
import type { Settings } from "./read-settings.ts";

/** The longest possible timer. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Aborts when the caller may no longer listen: its key is revoked, or its token has expired.
 *
 * @param request aborts when the caller has left
 */
export function endOf(
  { grant, expiresAtMs }: Caller,
  grants: LiveGrants,
  request: AbortSignal,
): AbortSignal {
  const signals: AbortSignal[] = [];
  if (grant) signals.push(grants.revocationOf(grant));
  if (expiresAtMs !== undefined) signals.push(expiryOf(expiresAtMs, request));
  return AbortSignal.any(signals);
}

/** `AbortSignal.timeout` joined by `any` is lost to garbage collection (Node 20). */
function expiryOf(expiresAtMs: number, request: AbortSignal): AbortSignal {
  const expiry = new AbortController();
  const leftMs = Math.max(0, expiresAtMs - Date.now());
  const timer = setTimeout(() => expiry.abort(), Math.min(leftMs, maxTimerMs)).unref();
  request.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return expiry.signal;
}

/** By its path, as a mounted file may be replaced by another one. */
const intervalMs = 2000;

/**
 * Reads the grants again now, when their file has changed, and while it cannot be read.
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
  // The file may have changed since the settings were read, which nobody saw.
  reload();
  return () => {
    unwatchFile(path, reload);
    clearTimeout(retry);
  };
}

/**
 * How long keys stay valid while their file cannot be read: with the seconds until that is noticed,
 * at most a minute.
 */
const keysGraceMs = 55_000;

/** The grants of the keys file as it is now: a changed or removed entry is a revoked grant. */
export class LiveGrants {
  #all: readonly Grant[];
  readonly #read: Settings["readGrants"];
  readonly #log: (line: string) => void;
  readonly #graceMs: number;
  readonly #revocations = new Map<Grant, AbortController>();
  /** Ends the grace; undefined while the file can be read. */
  #grace: NodeJS.Timeout | undefined;

  constructor(
    { grants, readGrants }: Pick<Settings, "grants" | "readGrants">,
    log: (line: string) => void,
    { graceMs = keysGraceMs }: { readonly graceMs?: number } = {},
  ) {
    this.#read = readGrants;
    this.#log = log;
    this.#graceMs = graceMs;
    this.#all = grants;
    for (const grant of grants) this.#revocations.set(grant, new AbortController());
  }

  get all(): readonly Grant[] {
    return this.#all;
  }

  /** What is wrong with the file; null if nothing is. */
  get notice(): string | null {
    if (!this.#grace) return null;
    return this.#all.length > 0
      ? "The keys file cannot be read: its earlier keys stay valid for at most a minute, and no new ones are."
      : "The keys file cannot be read: none of its keys is valid.";
  }

  /** Aborts when the grant is revoked. */
  revocationOf(grant: Grant): AbortSignal {
    return this.#revocations.get(grant)?.signal ?? AbortSignal.abort();
  }

  /**
   * Reads the keys file again. While it cannot be read, its earlier grants stay for the grace, then
   * none.
   *
   * @returns whether it could be read
   */
  reload(): boolean {
    try {
      this.#replace(this.#read());
    } catch (error) {
      if (!this.#grace) this.#begin(error instanceof Error ? error.message : String(error));
      return false;
    }
    clearTimeout(this.#grace);
    this.#grace = undefined;
    return true;
  }

  #begin(reason: string): void {
    this.#log(
      `the keys file cannot be read, so its earlier keys stay valid for at most a minute: ${reason}`,
    );
    const end = () => this.#replace([], "the keys file could not be read in time");
    this.#grace = setTimeout(end, this.#graceMs).unref();
  }

  #replace(read: readonly Grant[], cause = "the keys file was read again"): void {
    const before = this.#all;
    // An unchanged entry keeps its grant, and with it sessions, rates and caches.
    this.#all = read.map((grant) => before.find((old) => isDeepStrictEqual(old, grant)) ?? grant);
    const revoked = before.filter((grant) => !this.#all.includes(grant));
    const added = this.#all.filter((grant) => !before.includes(grant));
    for (const grant of added) this.#revocations.set(grant, new AbortController());
    if (revoked.length + added.length > 0)
      this.#log(`${cause}: new ${namesOf(added)}; revoked ${namesOf(revoked)}`);
    for (const grant of revoked) {
      this.#revocations.get(grant)?.abort();
      this.#revocations.delete(grant);
    }
  }
}

function namesOf(grants: readonly Grant[]): string {
  return grants.length === 0 ? "none" : grants.map(({ name }) => name).join(", ");
}
