import { isDeepStrictEqual } from "node:util";
import type { Settings } from "../read-settings.ts";
import type { Grant } from "./grants.ts";

/** The grants of the keys file as it is now: a changed or removed entry is a revoked grant. */
export class LiveGrants {
  #all: readonly Grant[];
  readonly #read: Settings["readGrants"];
  readonly #log: (line: string) => void;
  readonly #revocations = new Map<Grant, AbortController>();

  constructor(
    { grants, readGrants }: Pick<Settings, "grants" | "readGrants">,
    log: (line: string) => void,
  ) {
    this.#read = readGrants;
    this.#log = log;
    this.#all = grants;
    for (const grant of grants) this.#revocations.set(grant, new AbortController());
  }

  get all(): readonly Grant[] {
    return this.#all;
  }

  /** Aborts when the grant is revoked. */
  revocationOf(grant: Grant): AbortSignal {
    return this.#revocations.get(grant)?.signal ?? AbortSignal.abort();
  }

  /** Reads the keys file again. A wrong file changes nothing. */
  reload(): void {
    let read: readonly Grant[];
    try {
      read = this.#read();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log(`the keys file has changed, but the earlier one stays in force: ${reason}`);
      return;
    }
    const before = this.#all;
    // An unchanged entry keeps its grant, and with it sessions, rates and caches.
    this.#all = read.map((grant) => before.find((old) => isDeepStrictEqual(old, grant)) ?? grant);
    const revoked = before.filter((grant) => !this.#all.includes(grant));
    const added = this.#all.filter((grant) => !before.includes(grant));
    for (const grant of added) this.#revocations.set(grant, new AbortController());
    if (revoked.length + added.length > 0)
      this.#log(`the keys file was read again: new ${namesOf(added)}; revoked ${namesOf(revoked)}`);
    for (const grant of revoked) {
      this.#revocations.get(grant)?.abort();
      this.#revocations.delete(grant);
    }
  }
}

function namesOf(grants: readonly Grant[]): string {
  return grants.length === 0 ? "none" : grants.map(({ name }) => name).join(", ");
}
