/** The answer to a request, as it is sent again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What is known of a request with an idempotency key. */
export interface KeyedRequest {
  /** Equal for equal requests: a digest, not the request. */
  readonly fingerprint: string;
  /** Absent while the request is being answered. */
  readonly answer?: StoredAnswer;
}

/**
 * Remembers requests by their idempotency key. A key is a digest of the caller and of the caller's
 * own key, so that callers never share one. Entries may be forgotten at any time after they were
 * answered.
 */
export interface IdempotencyStore {
  /** Claims a key, atomically; resolves with what it belongs to already, or null if it is new. */
  claim(key: string, fingerprint: string): Promise<KeyedRequest | null>;
  /** Keeps the answer to a claimed key. */
  keep(key: string, request: Required<KeyedRequest>): Promise<void>;
  /** Forgets a claimed key, since its request has no lasting answer. */
  release(key: string): Promise<void>;
}
