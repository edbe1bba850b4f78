import { createHash, randomBytes } from "node:crypto";

const linkMs = 60 * 60_000;
const sessionMs = 12 * 60 * 60_000;
/** More links than an operator asks for; the oldest end first. */
const maxKept = 100;

/** Links that open Settings once, without a password, and the sessions that they open. */
export class SettingsSessions {
  readonly #now: () => number;
  /** By the hash of the token: when it ends, in milliseconds since 1970. */
  readonly #links = new Map<string, number>();
  readonly #sessions = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  static readonly lifetimeSeconds = sessionMs / 1000;

  /** The token of a new link, which opens one session within an hour. */
  createLink(): string {
    return this.#add(this.#links, linkMs);
  }

  /** The token of a session; undefined if the link was used, is too old, or is none. */
  open(link: string): string | undefined {
    const hash = hashOf(link);
    const endMs = this.#links.get(hash);
    this.#links.delete(hash);
    if (endMs === undefined || endMs < this.#now()) return undefined;
    return this.#add(this.#sessions, sessionMs);
  }

  isOpen(session: string | undefined): boolean {
    const endMs = session === undefined ? undefined : this.#sessions.get(hashOf(session));
    return endMs !== undefined && endMs >= this.#now();
  }

  #add(kept: Map<string, number>, lifetimeMs: number): string {
    const token = randomBytes(24).toString("base64url");
    kept.set(hashOf(token), this.#now() + lifetimeMs);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - maxKept)))
      kept.delete(oldest);
    return token;
  }
}

/** Looking a hash up tells nothing of the token by its time. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
