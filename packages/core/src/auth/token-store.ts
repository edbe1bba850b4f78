import type { Clock } from "../http/deadline.ts";
import { InvalidRequestError } from "../values/errors.ts";
import { type Exchange, earlyMs } from "./token-source.ts";

/** Where clients share their tokens. It brings the code for that, so that others go without. */
export interface TokenStore {
  /** The exchange, asked only for tokens that nobody has shared. */
  share(exchange: Exchange, identity: TokenIdentity, clock: Clock): Exchange;
}

/** The part of an `unstorage` storage that the client uses; any object with these methods works. */
export interface KeyValueStorage {
  getItem(key: string): unknown;
  setItem(key: string, value: string, options?: { ttl: number }): unknown;
}

/**
 * A token store on an `unstorage` storage. With an encryption key of 32 bytes, tokens are encrypted
 * with AES-256-GCM, and tokens stored under another key or name count as absent.
 *
 * @example
 * const storage = createStorage(); // any driver of unstorage: Redis, Cloudflare KV, files
 * const tokens = createTokenStore(storage, { encryptionKey });
 *
 * @throws {InvalidRequestError} when the key has another length
 */
export function createTokenStore(
  storage: KeyValueStorage,
  options: { encryptionKey?: Uint8Array<ArrayBuffer> } = {},
): TokenStore {
  const cipher = options.encryptionKey ? createCipher(options.encryptionKey) : plain;
  const tokens: StoredTokens = {
    async get(key) {
      const kept = await storage.getItem(key);
      // Some storages parse JSON.
      const text = typeof kept === "string" ? kept : JSON.stringify(kept ?? null);
      return readToken(await cipher.open(text, key));
    },
    async set(key, token) {
      const text = await cipher.seal(JSON.stringify(token), key);
      // In seconds; the token carries its own expiry, since not every driver obeys the ttl.
      await storage.setItem(key, text, { ttl: Math.ceil(token.lifeMs / 1000) });
    },
  };
  return {
    share: (exchange, identity, clock) => createStoredExchange(exchange, tokens, identity, clock),
  };
}

function readToken(text: string | undefined): StoredToken | undefined {
  if (text === undefined) return undefined;
  try {
    const { token, expiresAtMs, lifeMs } = JSON.parse(text);
    const valid =
      typeof token === "string" && Number.isFinite(expiresAtMs) && Number.isFinite(lifeMs);
    return valid ? { token, expiresAtMs, lifeMs } : undefined;
  } catch {
    return undefined;
  }
}

interface Cipher {
  seal(text: string, name: string): Promise<string>;
  /** Undefined if the text was not sealed with this key under this name. */
  open(sealed: string, name: string): Promise<string | undefined>;
}

const plain: Cipher = {
  seal: async (text) => text,
  open: async (sealed) => sealed,
};

const ivBytes = 12;

function createCipher(encryptionKey: Uint8Array<ArrayBuffer>): Cipher {
  if (encryptionKey.byteLength !== 32) {
    throw new InvalidRequestError(
      `encryptionKey has ${encryptionKey.byteLength} bytes: give 32, for example from crypto.getRandomValues(new Uint8Array(32)).`,
    );
  }
  const key = crypto.subtle.importKey("raw", encryptionKey, "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
  const parameters = (iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams => ({
    name: "AES-GCM",
    iv,
    // Binds the token to its name, so that no other client's token can replace it.
    additionalData: new TextEncoder().encode(name),
  });
  return {
    async seal(text, name) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const sealed = await crypto.subtle.encrypt(
        parameters(iv, name),
        await key,
        new TextEncoder().encode(text),
      );
      return toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
    },
    async open(sealed, name) {
      try {
        const bytes = fromBase64(sealed);
        const opened = await crypto.subtle.decrypt(
          parameters(bytes.slice(0, ivBytes), name),
          await key,
          bytes.slice(ivBytes),
        );
        return new TextDecoder().decode(opened);
      } catch {
        return undefined;
      }
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** A token that processes share. */
interface StoredToken {
  token: string;
  /** Wall clock, milliseconds since the Unix epoch. */
  expiresAtMs: number;
  /** Its lifetime when it was granted. */
  lifeMs: number;
}

/** Storage of shared tokens. If it fails, clients exchange tokens without it. */
interface StoredTokens {
  get(key: string): Promise<StoredToken | undefined>;
  set(key: string, token: StoredToken): Promise<void>;
}

/** Whose tokens they are, and of which service. */
interface TokenIdentity {
  tokenUrl: URL;
  id: string;
  secret: () => string;
}

/**
 * An exchange that shares its tokens with other processes through the store. It uses the wall
 * clock, the only one that processes share.
 */
function createStoredExchange(
  exchange: Exchange,
  store: StoredTokens,
  identity: TokenIdentity,
  clock: Clock,
): Exchange {
  return async (signal, wasRefused) => {
    const key = storeKey(identity);
    // A store that is down must not stop the client. After a refusal, its token may be as old.
    const stored = wasRefused
      ? undefined
      : await key.then((name) => store.get(name)).catch(() => undefined);
    const remainingMs = stored ? stored.expiresAtMs - clock.now() : 0;
    if (stored && remainingMs > earlyMs(stored.lifeMs)) {
      return { token: stored.token, lifeMs: stored.lifeMs, remainingMs };
    }
    const granted = await exchange(signal, wasRefused);
    if (Number.isFinite(granted.lifeMs)) {
      const token = {
        token: granted.token,
        lifeMs: granted.lifeMs,
        expiresAtMs: clock.now() + granted.remainingMs,
      };
      await key.then((name) => store.set(name, token)).catch(() => {});
    }
    return granted;
  };
}

/** One name per service, client id and secret: a wrong secret finds no token. */
async function storeKey(identity: TokenIdentity): Promise<string> {
  const text = JSON.stringify([identity.tokenUrl.href, identity.id, identity.secret()]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `emberline:token:${hex.join("")}`;
}
