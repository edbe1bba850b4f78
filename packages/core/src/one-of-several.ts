import type { Client, NamedClient } from "./client.ts";
import type { CallOptions } from "./http/call-options.ts";
import type { Clock } from "./http/deadline.ts";
import { type EmberlineError, isEmberlineError, NetworkError } from "./values/errors.ts";

/** How long a service that did not answer in time is not asked again for a list. */
const silentMs = 10_000;

/** One of several services: its errors name it, and a list does not wait long for it. */
export class OneOfSeveral implements NamedClient {
  readonly name: string;
  readonly client: Client;
  readonly #listTimeoutMs: number;
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #silent = new Map<
    string,
    { readonly error: EmberlineError; readonly untilMs: number }
  >();

  constructor(
    { name, client, listTimeoutMs: ownMs }: NamedClient,
    listTimeoutMs: number,
    clock: Pick<Clock, "monotonicMs">,
  ) {
    this.name = name;
    this.client = client;
    this.#listTimeoutMs = ownMs ?? listTimeoutMs;
    this.#clock = clock;
  }

  /** The id among those of all services. */
  idOf(localId: string): string {
    return `${this.name}:${localId}`;
  }

  async call<Value>(work: (client: Client) => Promise<Value>): Promise<Value> {
    try {
      return await work(this.client);
    } catch (error) {
      throw this.#named(error);
    }
  }

  async *each<Value>(work: (client: Client) => AsyncIterable<Value>): AsyncGenerator<Value, void> {
    try {
      yield* work(this.client);
    } catch (error) {
      throw this.#named(error);
    }
  }

  /** An error of this service that no request has had. */
  notAnswering(problem: string): EmberlineError {
    const service = this.name;
    return new NetworkError(`Service ${service}: ${problem}`, { service });
  }

  /**
   * The service's part of a list; null if it has no such list. Throws if the caller left.
   *
   * @param list what is listed: a service may be slow with one list only
   * @param onMissing receives why the service did not answer
   */
  async partOf<Value, Options extends CallOptions>(
    list: "collections" | "simulations",
    options: Options,
    work: (client: Client, options: Options) => Promise<Value>,
    onMissing: (error: EmberlineError) => void,
  ): Promise<Value | null> {
    try {
      const { timeoutMs = this.#listTimeoutMs } = options;
      const limited = { ...options, timeoutMs: Math.min(timeoutMs, this.#listTimeoutMs) };
      const ask = () => this.call((client) => work(client, limited));
      // Only the whole wait shows that the service is silent.
      return await (timeoutMs < this.#listTimeoutMs ? ask() : this.#unlessSilent(list, ask));
    } catch (error) {
      if (options.signal?.aborted || !isEmberlineError(error)) throw error;
      if (error.code === "not-found") return null;
      // What no service can answer is the caller's mistake.
      if (error.code === "invalid-request" && error.status === undefined) throw error;
      onMissing(error);
      return null;
    }
  }

  async #unlessSilent<Value>(list: string, work: () => Promise<Value>): Promise<Value> {
    const silent = this.#silent.get(list);
    if (silent && silent.untilMs > this.#clock.monotonicMs()) throw silent.error;
    try {
      const value = await work();
      this.#silent.delete(list);
      return value;
    } catch (error) {
      // A time limit of the caller, which has a cause, says nothing about the service.
      if (isEmberlineError(error) && error.code === "timeout" && error.cause === undefined)
        this.#silent.set(list, { error, untilMs: this.#clock.monotonicMs() + silentMs });
      throw error;
    }
  }

  #named(error: unknown): unknown {
    if (!isEmberlineError(error) || error.service !== undefined) return error;
    const Same = error.constructor as new (message: string, details: object) => EmberlineError;
    const { message, method, url, status, requestId, attempts, serviceCode, cause } = error;
    const details = { method, url, status, requestId, attempts, serviceCode, cause };
    const retryAfterMs = "retryAfterMs" in error ? error.retryAfterMs : undefined;
    const service = this.name;
    return new Same(`Service ${service}: ${message}`, { ...details, retryAfterMs, service });
  }
}
