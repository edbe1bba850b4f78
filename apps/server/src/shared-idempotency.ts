import {
  type IdempotencyStore,
  type KeyedRequest,
  MemoryIdempotency,
  type StoredAnswer,
} from "@emberline/http-tools";
import { keyFrom, openBytes, sealBytes, type Values } from "@emberline/state";
import { z } from "zod";

/** How long replicas share an answer: repeats come soon. */
const lifeMs = 3_600_000;
/** Larger answers stay with the replica that gave them. */
const maxBytes = 256_000;

const keptSchema = z.object({
  fingerprint: z.string(),
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.base64(),
});

/**
 * Answers to requests with an idempotency key, which every replica gives again. A request that is
 * running elsewhere is not known here: its replica may have been killed, and a repeat must not wait
 * for that. No tool changes data, so running it twice changes nothing.
 */
export class SharedIdempotency implements IdempotencyStore {
  readonly #own = new MemoryIdempotency();
  readonly #values: Values;
  readonly #key: Uint8Array;

  /**
   * @param linkKey equal in all replicas
   * @param organization cannot read the answers of another
   */
  constructor(values: Values, linkKey: Uint8Array, organization: string) {
    this.#values = values;
    this.#key = keyFrom(linkKey, `emberline idempotency ${organization}`);
  }

  async claim(key: string, fingerprint: string): Promise<KeyedRequest | null> {
    const known = await this.#own.claim(key, fingerprint);
    if (known) return known;
    const shared = await this.#read(key);
    if (shared) await this.#own.keep(key, shared);
    return shared;
  }

  async keep(key: string, request: Required<KeyedRequest>): Promise<void> {
    await this.#own.keep(key, request);
    const { fingerprint, answer } = request;
    if (answer.body.byteLength > maxBytes) return;
    const body = Buffer.from(answer.body).toString("base64");
    const kept = JSON.stringify({ fingerprint, ...answer, body });
    const name = nameOf(key);
    // Without Redis this replica alone gives the answer again.
    await this.#values.set(name, sealBytes(this.#key, name, Buffer.from(kept)), lifeMs).catch(none);
  }

  release(key: string): Promise<void> {
    return this.#own.release(key);
  }

  async #read(key: string): Promise<Required<KeyedRequest> | null> {
    const name = nameOf(key);
    const sealed = await this.#values.get(name).catch(none);
    const kept = sealed === undefined ? undefined : openBytes(this.#key, name, sealed);
    if (!kept) return null;
    const { fingerprint, body, ...answer } = keptSchema.parse(JSON.parse(kept.toString()));
    const stored: StoredAnswer = { ...answer, body: Buffer.from(body, "base64") };
    return { fingerprint, answer: stored };
  }
}

const nameOf = (key: string) => `idempotency:${key}`;

function none(): undefined {}
