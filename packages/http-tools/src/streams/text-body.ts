const encoder = new TextEncoder();

/**
 * The body of a response that is written while it is read: as UTF-8, never faster than the reader
 * takes it, in parts of at least `partLength` characters.
 */
export class TextBody {
  readonly #partLength: number;
  readonly #leaving = new AbortController();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #text = "";
  #pulled: PromiseWithResolvers | undefined;

  readonly stream: ReadableStream<Uint8Array>;

  constructor(partLength = 1) {
    this.#partLength = partLength;
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => this.#resume(),
      cancel: (reason) => this.#leave(reason),
    });
  }

  /** Aborts when the reader has gone. */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Whether the reader waits for more. */
  get isWanted(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  /** Treats the reader as gone once the signal aborts: not every runtime cancels the stream too. */
  leaveWith(signal: AbortSignal): void {
    const leave = () => this.#leave(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true, signal: this.left });
  }

  /** Returns a promise if the writer should wait before it adds more. */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length < this.#partLength ? undefined : this.flush();
  }

  /** Sends what was added. Returns a promise if the writer should wait before it adds more. */
  flush(): Promise<void> | undefined {
    const text = this.#text;
    this.#text = "";
    if (!this.#controller) return undefined;
    if (text !== "") this.#controller.enqueue(encoder.encode(text));
    if (this.isWanted) return undefined;
    this.#pulled ??= withResolvers();
    return this.#pulled.promise;
  }

  /** Sends what was added, and ends the body. */
  end(): void {
    void this.flush();
    this.#controller?.close();
    this.#controller = undefined;
    this.#resume();
  }

  /** Breaks the body off, with its connection. */
  cut(): void {
    this.#controller?.error(new Error("The stream was cut."));
    this.#leave(undefined);
  }

  #resume(): void {
    this.#pulled?.resolve();
    this.#pulled = undefined;
  }

  #leave(reason: unknown): void {
    this.#controller = undefined;
    this.#text = "";
    this.#leaving.abort(reason);
    this.#resume();
  }
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  resolve(): void;
}

/** `Promise.withResolvers` needs Node 22. */
function withResolvers(): PromiseWithResolvers {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
