import { isObject, isSame } from "@emberline/map-app/answer/json";
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Call, Calls, ToolCall } from "./calls.ts";

/** A call that was made on this device: neither its answer nor any key. */
interface PastCall extends ToolCall {
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

const maxCalls = 50;
const storageKey = "emberline.calls";

/** The last calls of this device, newest first; of this page alone where nothing can be stored. */
export class CallHistory {
  readonly #entries = signal<readonly PastCall[]>([]);
  readonly entries: ReadonlySignal<readonly PastCall[]> = this.#entries;
  readonly #seen = new Set<number>();

  constructor(calls: Calls) {
    effect(() => {
      for (const call of calls.all.value) this.#note(call);
    });
  }

  /** Reads what earlier visits and other tabs stored. */
  read(): void {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
      if (Array.isArray(stored)) this.#entries.value = stored.filter(isPastCall);
    } catch {
      // Private windows may have no storage.
    }
  }

  clear(): void {
    this.#keep([]);
  }

  #note({ id, tool, args, startedMs, outcome }: Call): void {
    if (outcome.state !== "answered" || this.#seen.has(id)) return;
    this.#seen.add(id);
    // A cursor ends with its answer.
    const { cursor: _, ...kept } = args;
    this.read();
    // The same call moves to the top.
    const others = this.#entries
      .peek()
      .filter((each) => each.tool !== tool || !isSame(each.args, kept));
    this.#keep([{ tool, args: kept, atMs: startedMs }, ...others].slice(0, maxCalls));
  }

  #keep(entries: readonly PastCall[]): void {
    this.#entries.value = entries;
    try {
      localStorage.setItem(storageKey, JSON.stringify(entries));
    } catch {
      // As above.
    }
  }
}

function isPastCall(value: unknown): value is PastCall {
  return (
    isObject(value) &&
    typeof value.tool === "string" &&
    isObject(value.args) &&
    typeof value.atMs === "number"
  );
}
