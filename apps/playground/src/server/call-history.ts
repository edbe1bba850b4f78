import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { isObject, isSame } from "../common/json.ts";
import type { Call, Calls, ToolCall } from "./calls.ts";

/** A call that was made on this device: neither its answer nor any key. */
interface PastCall extends ToolCall {
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

const maxCalls = 50;
const storageKey = "emberline.calls";

/** The last calls of this device, newest first; in memory alone where nothing can be stored. */
export class CallHistory {
  readonly #entries = signal<readonly PastCall[]>([]);
  readonly #seen = new Set<number>();

  constructor(calls: Calls) {
    effect(() => {
      for (const call of calls.all.value) this.#note(call);
    });
  }

  get entries(): ReadonlySignal<readonly PastCall[]> {
    return this.#entries;
  }

  /** Reads what earlier visits stored. */
  read(): Promise<void> {
    return this.#change((entries) => entries);
  }

  clear(): Promise<void> {
    return this.#change(() => []);
  }

  #note({ id, tool, args, startedMs, outcome }: Call): void {
    if (outcome.state !== "answered" || this.#seen.has(id)) return;
    this.#seen.add(id);
    // A cursor ends with its answer.
    const { cursor: _, ...kept } = args;
    const entry = { tool, args: kept, atMs: startedMs };
    void this.#change((entries) => withEntry(entries, entry));
  }

  /** Changes what is stored, in one step, since other tabs write too; then what is shown. */
  async #change(change: (entries: readonly PastCall[]) => readonly PastCall[]): Promise<void> {
    let changed: readonly PastCall[] = [];
    try {
      const { update } = await import("idb-keyval");
      await update(storageKey, (stored: unknown) => {
        changed = change(Array.isArray(stored) ? stored.filter(isPastCall) : []);
        return changed;
      });
    } catch {
      // Private windows may have no storage: the list then lasts as long as the page.
      changed = change(this.#entries.peek());
    }
    this.#entries.value = changed;
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
