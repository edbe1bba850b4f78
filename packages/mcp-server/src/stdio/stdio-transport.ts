import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import {
  cancelledBy,
  Fault,
  maxMessageBytes,
  parseText,
  toMessage,
  tooLong,
} from "../common/json-rpc.ts";

/** A line, or the ends of one that is too long to be kept. */
type Line =
  | { readonly text: string }
  | { readonly head: string; readonly tail: string; readonly bytes: number };

const newline = 0x0a;
/** Bytes kept of each end of a line that is too long. */
const endBytes = 512;

/** Splits a stream of bytes into lines; of a line beyond `maxBytes` it keeps only the ends. */
class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that the chunk completes. */
  *push(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  /** The last line, if the stream ended without a line break. */
  *end(): Generator<Line> {
    if (this.#bytes > 0) yield this.#take();
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    this.#parts.push(part);
    if (this.#bytes <= this.#maxBytes) return;
    const kept = Buffer.concat(this.#parts);
    this.#parts =
      kept.length <= 2 * endBytes
        ? [kept]
        : [kept.subarray(0, endBytes), kept.subarray(kept.length - endBytes)];
  }

  #take(): Line {
    const bytes = this.#bytes;
    const line = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    if (bytes <= this.#maxBytes) return { text: line.toString("utf8") };
    const head = line.subarray(0, endBytes).toString("utf8");
    return { head, tail: line.subarray(-endBytes).toString("utf8"), bytes };
  }
}

/**
 * The id of a message from the ends of its line. An answer by id keeps the client from waiting.
 * Clients write the id before the parameters, or as the last member.
 */
function idInLongLine({ head, tail }: { head: string; tail: string }): string | number | null {
  const found =
    /^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*"id"\s*:\s*(-?\d+|"[^"\\]{1,256}")\s*,/.exec(
      head,
    ) ?? /,\s*"id"\s*:\s*(-?\d+|"[^"\\]{1,256}")\s*\}\s*$/.exec(tail);
  return found ? JSON.parse(found[1]!) : null;
}

/** How a connection ended. */
export interface Ending {
  /** Whether the client could still read answers. */
  readonly isHeard: boolean;
  /** Requests that were still running. */
  readonly unfinished: number;
}

interface StdioOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** How long running requests may take to finish after the end of the input. */
  readonly drainMs: number;
  /** Called once. */
  onEnd(ending: Ending): void;
}

/** The answers to a batch are sent together. */
interface Batch {
  readonly waiting: Set<RequestId>;
  readonly answers: unknown[];
}

/**
 * One message or batch per line. Unlike the SDK's own transport it answers what is not a message as
 * HTTP does, skips lines that are too long, and at the end of the input waits for running requests.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: StdioOptions;
  readonly #lines = new LineSplitter(maxMessageBytes);
  /** Requests without an answer so far, and the batches that they came in. */
  readonly #running = new Map<RequestId, Batch | null>();
  #revision: string | undefined;
  #drain: NodeJS.Timeout | undefined;
  /** Requests that were answered by an error at the end of the input. */
  #unfinished = 0;
  #isClosed = false;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { stdin, stdout } = this.#options;
    stdin.on("data", this.#onData);
    for (const event of ["end", "close", "error"]) stdin.once(event, this.#onInputEnd);
    stdout.on("error", this.#onOutputError);
    if (stdin.readableEnded || stdin.destroyed) this.#onInputEnd();
  }

  /** The SDK calls it when an older revision was negotiated. */
  setProtocolVersion(revision: string): void {
    this.#revision = revision;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error("The connection is closed.");
    const id = "method" in message ? undefined : message.id;
    const batch = id === undefined ? null : this.#running.get(id);
    if (batch) batch.answers.push(message);
    else await this.#write(message);
    if (id !== undefined) await this.#settle(id);
  }

  async close(): Promise<void> {
    this.#end(true);
  }

  readonly #onData = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) this.#read(line);
  };

  readonly #onInputEnd = (): void => {
    if (this.#drain || this.#isClosed) return;
    for (const line of this.#lines.end()) this.#read(line);
    this.#drain = setTimeout(this.#onDrainEnd, this.#options.drainMs);
    this.#endIfIdle();
  };

  /** What is still running is answered before the end. */
  readonly #onDrainEnd = async (): Promise<void> => {
    const seconds = this.#options.drainMs / 1000;
    const message = `The input ended, and the request was not done within ${seconds} s: keep the input open until it is answered, or ask for less.`;
    const ids = [...this.#running.keys()];
    this.#unfinished = ids.length;
    for (const id of ids)
      await this.send({ jsonrpc: "2.0", id, error: { code: -32_000, message } });
    this.#end(true);
  };

  readonly #onOutputError = (error: Error): void => {
    if (this.#isClosed) return;
    this.onerror?.(error);
    this.#end(false);
  };

  #read(line: Line): void {
    const incoming =
      "head" in line
        ? tooLong(idInLongLine(line))
        : line.text.trim() && parseText(line.text, this.#revision);
    if (!incoming) return;
    if (incoming instanceof Fault) {
      this.#refuse(incoming);
      return;
    }
    const messages = incoming.members.map(toMessage);
    if (incoming.isBatch) this.#readBatch(messages);
    else for (const each of messages) this.#take(each, null);
  }

  #readBatch(messages: readonly (JSONRPCMessage | Fault)[]): void {
    const batch: Batch = { waiting: new Set(), answers: [] };
    for (const each of messages) {
      if (each instanceof Fault) {
        this.onerror?.(new Error(each.message));
        batch.answers.push(each.answer);
      } else if (isRequest(each)) batch.waiting.add(each.id);
    }
    if (batch.waiting.size === 0 && batch.answers.length > 0) void this.#write(batch.answers);
    for (const each of messages) if (!(each instanceof Fault)) this.#take(each, batch);
  }

  #take(message: JSONRPCMessage | Fault, batch: Batch | null): void {
    if (message instanceof Fault) {
      this.#refuse(message);
      return;
    }
    // A subscription stays open until the connection ends.
    if (isRequest(message) && message.method !== "subscriptions/listen") {
      this.#running.set(message.id, batch);
    }
    this.onmessage?.(message);
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) void this.#settle(cancelled);
  }

  #refuse(fault: Fault): void {
    this.onerror?.(new Error(fault.message));
    void this.#write(fault.answer);
  }

  /** The request was answered or cancelled. */
  async #settle(id: RequestId): Promise<void> {
    const batch = this.#running.get(id);
    if (batch?.waiting.delete(id) && batch.waiting.size === 0 && batch.answers.length > 0) {
      await this.#write(batch.answers);
    }
    this.#running.delete(id);
    this.#endIfIdle();
  }

  /** Resolves when the line was written, or will never be. */
  #write(line: unknown): Promise<void> {
    return new Promise((resolve) => {
      this.#options.stdout.write(`${JSON.stringify(line)}\n`, () => resolve());
    });
  }

  #endIfIdle(): void {
    if (this.#drain && this.#running.size === 0) this.#end(true);
  }

  #end(isHeard: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#drain);
    const { stdin, onEnd } = this.#options;
    stdin.off("data", this.#onData).pause();
    const unfinished = this.#unfinished || this.#running.size;
    this.onclose?.();
    onEnd({ isHeard, unfinished });
  }
}

function isRequest(
  message: JSONRPCMessage,
): message is JSONRPCMessage & { readonly id: RequestId; readonly method: string } {
  return "method" in message && "id" in message;
}
