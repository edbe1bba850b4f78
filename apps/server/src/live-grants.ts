import { setMaxListeners } from "node:events";
import { unwatchFile, watchFile } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Log, LogLevel } from "@emberline/settings/node";
import { type Grant, keyDigest, type Organization } from "./access/grants.ts";
import type { HashedKey } from "./access/keys-file.ts";
import type { Caller } from "./caller.ts";
import type { Settings } from "./read-settings.ts";

/** The longest possible timer. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Aborts when the caller may no longer listen: its key is revoked, or its token has expired.
 *
 * @param request aborts when the caller has left
 */
export function endOf({ revoked, expiresAtMs }: Caller, request: AbortSignal): AbortSignal {
  const signals = revoked ? [revoked] : [];
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

/** A key that is valid now. */
export interface Key {
  readonly digest: Buffer;
  /** Its name among those of its organization, if it has one. */
  readonly name?: string;
  /** Of whoever has this key, for limits per caller. */
  readonly caller: string;
  /** Undefined for a key of the operator. */
  readonly grant?: Grant;
}

/**
 * The keys of the operator, and the grants of the keys file and their keys, as they are now. A
 * changed or removed entry is a revoked grant; a removed key is revoked without its grant.
 */
export class LiveGrants {
  #all: readonly Grant[] = [];
  #keys: readonly Key[] = [];
  #organizations: readonly Organization[];
  readonly #read: Settings["readOrganizations"];
  readonly #apiKeys: Settings["apiKeys"];
  readonly #log: Log;
  readonly #graceMs: number;
  readonly #revocations = new Map<Grant | Key, AbortController>();
  /** Ends the grace; undefined while the file can be read. */
  #grace: NodeJS.Timeout | undefined;
  /** Why the file cannot be read. */
  #fault = "";

  constructor(
    {
      organizations,
      readOrganizations,
      apiKeys,
    }: Pick<Settings, "organizations" | "readOrganizations" | "apiKeys">,
    log: Log,
    { graceMs = keysGraceMs }: { readonly graceMs?: number } = {},
  ) {
    this.#read = readOrganizations;
    this.#apiKeys = apiKeys;
    this.#log = log;
    this.#graceMs = graceMs;
    this.#organizations = organizations;
    this.#replace();
  }

  get all(): readonly Grant[] {
    return this.#all;
  }

  get keys(): readonly Key[] {
    return this.#keys;
  }

  /** What is wrong with the file; null if nothing is. */
  get notice(): string | null {
    if (!this.#grace) return null;
    return this.#all.length > 0
      ? "The keys file cannot be read: its earlier keys stay valid for at most a minute, and no new ones are."
      : "The keys file cannot be read: none of its keys is valid.";
  }

  /** Aborts when the grant, or the key, is revoked. */
  revocationOf(of: Grant | Key): AbortSignal {
    return this.#revocations.get(of)?.signal ?? AbortSignal.abort();
  }

  /**
   * Reads the keys file again, and takes the keys of the operator as they are now. While the file
   * cannot be read, its earlier grants stay for the grace, then none.
   *
   * @returns whether it could be read
   */
  reload(): boolean {
    try {
      this.#organizations = this.#read();
    } catch (error) {
      this.#report("keys were read again", this.#replace());
      this.#failed(error instanceof Error ? error.message : String(error));
      return false;
    }
    if (this.#grace) this.#log("the keys file can be read again", "info");
    this.#report("keys were read again", this.#replace());
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#fault = "";
    return true;
  }

  #failed(fault: string): void {
    this.#grace ??= setTimeout(() => {
      this.#organizations = [];
      this.#report("the keys file could not be read in time", this.#replace(), "error");
    }, this.#graceMs).unref();
    // Whoever corrects the file sees what is wrong with it next.
    if (fault !== this.#fault) this.#log(`${this.notice} ${fault}`, "error");
    this.#fault = fault;
  }

  #replace(): Replaced {
    const before = [...this.#all, ...this.#keys];
    // An unchanged entry keeps its grant, and with it sessions, rates and caches.
    const grants = new Map(this.#all.map((grant) => [grant.name, grant]));
    const organizations = this.#organizations.map(({ grant, keys }) => {
      const old = grants.get(grant.name);
      return { grant: isDeepStrictEqual(old, grant) ? old! : grant, keys };
    });
    this.#all = organizations.map(({ grant }) => grant);
    const numbers = new Set(this.#keys.map(({ caller }) => caller));
    const oldKeys = new Map(this.#keys.map((key) => [key.digest.toString("hex"), key]));
    this.#keys = [
      ...this.#apiKeys().map((key) => {
        const digest = keyDigest(key);
        const caller = oldKeys.get(digest.toString("hex"))?.caller ?? freeNumber(numbers);
        return { digest, caller };
      }),
      ...organizations.flatMap(({ grant, keys }) => keys.map((key) => keyOf(key, grant))),
    ].map((key: Key) => {
      const old = oldKeys.get(key.digest.toString("hex"));
      return old?.grant === key.grant && old?.name === key.name ? (old ?? key) : key;
    });
    const now = new Set<Grant | Key>([...this.#all, ...this.#keys]);
    const revoked = before.filter((each) => !now.has(each));
    const added = [...now].filter((each) => !this.#revocations.has(each));
    for (const each of added) {
      const revocation = new AbortController();
      // Each running call listens.
      setMaxListeners(0, revocation.signal);
      this.#revocations.set(each, revocation);
    }
    for (const each of revoked) {
      this.#revocations.get(each)?.abort();
      this.#revocations.delete(each);
    }
    return { added: namesOf(added), revoked: namesOf(revoked) };
  }

  #report(cause: string, { added, revoked }: Replaced, level: LogLevel = "info"): void {
    if (added.length + revoked.length === 0) return;
    const all = (names: readonly string[]) => names.join(", ") || "none";
    this.#log(`${cause}: new ${all(added)}; revoked ${all(revoked)}`, level);
  }
}

/** The first that is not taken, so that no two keys are one caller. */
function freeNumber(taken: Set<string>): string {
  let number = 1;
  while (taken.has(`key ${number}`)) number++;
  taken.add(`key ${number}`);
  return `key ${number}`;
}

/** The names of what is new, and of what is revoked. */
interface Replaced {
  readonly added: readonly string[];
  readonly revoked: readonly string[];
}

function keyOf({ name, sha256 }: HashedKey, grant: Grant): Key {
  const digest = Buffer.from(sha256, "hex");
  return { digest, ...(name !== undefined && { name }), caller: `key ${grant.name}`, grant };
}

/** An organization's keys by its name and theirs. */
function namesOf(all: readonly (Grant | Key)[]): readonly string[] {
  const names = all.map((each) => {
    if (!("digest" in each)) return each.name;
    const { name, grant, caller } = each;
    return name === undefined ? (grant?.name ?? caller) : `${grant!.name} (key ${name})`;
  });
  return [...new Set(names)];
}
