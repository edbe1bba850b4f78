import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import {
  type ApiClient,
  type Caller,
  type ClientRecord,
  defaultOrganization,
  isSecretOf,
  newClient,
  SecretHasher,
} from "./client-records.ts";
import type { ClientState } from "./client-state.ts";
import { secretsNow } from "./signing-keys.ts";
import type { Throttle } from "./throttle.ts";

/**
 * The caller behind an API client's id and secret; undefined if either is wrong. Wrong secrets of
 * others never block a secret that was valid before.
 * @throws {Problem} when there were too many wrong ones (429), or too many secrets wait already
 *   (503)
 */
export async function authenticate(
  { clients, throttle }: { clients: Clients; throttle: Throttle },
  { id, secret, address }: { id: string; secret: string; address: string },
): Promise<Caller | undefined> {
  const known = clients.known(id, secret);
  if (known) return known;
  clients.assertRoom();
  return throttle.attempt({ who: `client ${id}`, address }, () => clients.check(id, secret));
}

const maxSeen = 10_000;

/**
 * Pairs of id and secret known to be valid: configured ones, and those checked before. Recognizing
 * one takes no hashing, so wrong secrets of others cannot block it. Kept as digests keyed by this
 * process.
 */
class KnownSecrets {
  #key = randomBytes(32);
  #configured: readonly ApiClient[];
  #seen = new LRUCache<string, true>({ max: maxSeen });

  constructor(configured: readonly ApiClient[]) {
    this.#configured = configured;
  }

  has(id: string, secret: string): boolean {
    const digest = this.#digest(id, secret);
    const isConfigured = this.#configured.some((client) =>
      secretsNow(client.secret).some((each) => this.#digest(client.id, each) === digest),
    );
    return isConfigured || this.#seen.get(digest) === true;
  }

  add(id: string, secret: string): void {
    this.#seen.set(this.#digest(id, secret), true);
  }

  #digest(id: string, secret: string): string {
    const text = JSON.stringify([id, secret]);
    return createHmac("sha256", this.#key).update(text).digest("base64");
  }
}

/** The API clients of the service, configured or created while it runs. */
export class Clients {
  readonly organization: string;
  #configured: ApiClient[];
  #state: ClientState;
  #now: () => number;
  #hasher: SecretHasher;
  #right: KnownSecrets;

  constructor(
    configured: ApiClient[],
    state: ClientState,
    now: () => number,
    hasher = new SecretHasher(),
  ) {
    this.organization = configured[0]?.organization ?? defaultOrganization;
    this.#configured = configured;
    this.#state = state;
    this.#now = now;
    this.#hasher = hasher;
    this.#right = new KnownSecrets(configured);
  }

  /** The caller, if this pair of id and secret is known to be valid. */
  known(id: string, secret: string): Caller | undefined {
    return this.#right.has(id, secret) ? this.find(id) : undefined;
  }

  /** @throws {Problem} when too many secrets wait already to be checked (503) */
  assertRoom(): void {
    this.#hasher.assertRoom();
  }

  /**
   * The caller behind an id and its secret; undefined if either is wrong. Takes equally long for
   * unknown, configured and created ids.
   * @throws {Problem} when too many secrets wait already (503)
   */
  async check(id: string, secret: string): Promise<Caller | undefined> {
    const isConfigured = this.#configured.some((client) => client.id === id);
    const record = isConfigured ? undefined : this.#record(id);
    if (!(await isSecretOf(record, secret, this.#hasher))) return undefined;
    this.#right.add(id, secret);
    return this.find(id);
  }

  /** The caller of an id; undefined if the client was revoked. */
  find(id: string): Caller | undefined {
    const client = this.#configured.find((one) => one.id === id) ?? this.#record(id);
    return client && { clientId: id, organization: client.organization ?? defaultOrganization };
  }

  /** Created clients, including revoked ones. */
  created(): readonly ClientRecord[] {
    return this.#state.records();
  }

  /** Why the state file can no longer be read; undefined if it can. */
  get stateFault(): string | undefined {
    return this.#state.fault;
  }

  /**
   * Creates a client. Its secret is only in the answer.
   * @throws {Problem} when it cannot be kept (503)
   */
  async create(
    name: string,
    organization = this.organization,
  ): Promise<{ record: ClientRecord; secret: string }> {
    const created = await newClient(name, organization, this.#now(), this.#hasher);
    await this.#state.change((records) => [...records, created.record]);
    this.#right.add(created.record.id, created.secret);
    return created;
  }

  /**
   * Revokes a client and its tokens; false if there is no such client.
   * @throws {Problem} when that cannot be kept (503): the client is still good then
   */
  async revoke(id: string): Promise<boolean> {
    if (!this.#record(id)) return false;
    const revokedAt = new Date(this.#now()).toISOString();
    await this.#state.change((records) =>
      records.map((record) => (record.id === id ? { revokedAt, ...record } : record)),
    );
    return true;
  }

  #record(id: string): ClientRecord | undefined {
    return this.#state.records().find((record) => record.id === id && !record.revokedAt);
  }
}

/** Compares two texts in constant time, which reveals neither lengths nor differences. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
