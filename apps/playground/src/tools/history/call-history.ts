import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Call } from "../../calls/call.ts";
import type { Calls } from "../../calls/calls.ts";
import { isObject, isSame, type JsonObject } from "../../json.ts";

/** A call that was made on this device: neither its answer nor any key. */
export interface PastCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

const maxCalls = 50;
const storageKey = "emberline.calls";

/** The last calls of this device, newest first; in memory alone where nothing can be stored. */
export class CallHistory {
  readonly #entries = signal<readonly PastCall[]>([]);
  readonly #seen = new Set<number>();
  #isRead = false;

  constructor(calls: Calls) {
    effect(() => {
      for (const call of calls.all.value) this.#note(call);
    });
  }

  get entries(): ReadonlySignal<readonly PastCall[]> {
    return this.#entries;
  }

  /** Reads what earlier visits stored, once. */
  async read(): Promise<void> {
    if (this.#isRead) return;
    this.#isRead = true;
    await this.#store((stored) => stored);
  }

  async clear(): Promise<void> {
    this.#entries.value = [];
    await this.#store(() => []);
  }

  #note({ id, tool, args, startedMs, outcome }: Call): void {
    if (outcome.state !== "answered" || this.#seen.has(id)) return;
    this.#seen.add(id);
    // A cursor ends with its answer.
    const { cursor: _, ...kept } = args;
    const entry = { tool, args: kept, atMs: startedMs };
    this.#entries.value = withEntry(this.#entries.peek(), entry);
    this.#isRead = true;
    void this.#store((stored) => withEntry(stored, entry));
  }

  /** Changes what is stored in one step: other tabs write too. */
  async #store(change: (stored: readonly PastCall[]) => readonly PastCall[]): Promise<void> {
    try {
      const { update } = await import("idb-keyval");
      await update(storageKey, (stored: unknown) => {
        const changed = change(Array.isArray(stored) ? stored.filter(isPastCall) : []);
        this.#entries.value = changed;
        return changed;
      });
    } catch {
      // Private windows may have no storage: the list then lasts as long as the page.
    }
  }
}

/** The same call moves to the top. */
function withEntry(entries: readonly PastCall[], entry: PastCall): readonly PastCall[] {
  const others = entries.filter(
    ({ tool, args }) => tool !== entry.tool || !isSame(args, entry.args),
  );
  return [entry, ...others].slice(0, maxCalls);
}

function isPastCall(value: unknown): value is PastCall {
  return (
    isObject(value) &&
    typeof value.tool === "string" &&
    isObject(value.args) &&
    typeof value.atMs === "number"
  );
}
