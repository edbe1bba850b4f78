import { isRecord } from "../geojson/read-features.ts";
import type { Validators } from "../values/feed.ts";

/** What a reading keeps for the next one, as JSON. */
export interface WfigsState {
  /** Epoch milliseconds at which the reading began. */
  readonly readMs: number;
  /** Since when the list was read at least daily, so that no mapping is missing but for its hours. */
  readonly sinceMs: number;
  /** Which rows were asked for; validators of another query say nothing. */
  readonly query: string;
  readonly validators: Validators | undefined;
  /** The fires that the source lists, and those that left the list while an outline is stored. */
  readonly fires: ReadonlyMap<string, ListedFire>;
}

export interface ListedFire {
  /** Id of its newest snapshot; null while it has no outline. */
  readonly snapshot: string | null;
  readonly timeMs: number | null;
  readonly sequence: number | null;
  /** Identifies what the snapshot says. */
  readonly facts: string;
  readonly modifiedMs: number;
  /** All snapshots of a fire have the incident id that was first known. */
  readonly incidentId: string | null;
  /** Of the last reading that listed it, where the one after did not; epoch milliseconds. */
  readonly listedMs?: number | undefined;
  /** Two lists in a row lacked it. */
  readonly hasLeft?: boolean | undefined;
}

export function printState({ fires, ...state }: WfigsState): unknown {
  return { ...state, fires: Object.fromEntries(fires) };
}

/** The state that `printState` has printed; undefined for anything else. */
export function parseState(value: unknown): WfigsState | undefined {
  if (!isRecord(value) || typeof value.readMs !== "number" || !isRecord(value.fires))
    return undefined;
  const { readMs, sinceMs, query, validators, fires } = value as Record<
    "readMs" | "query",
    never
  > & {
    readonly sinceMs?: number;
    readonly validators?: Validators;
    readonly fires: Readonly<Record<string, ListedFire>>;
  };
  const since = sinceMs ?? readMs;
  return { readMs, sinceMs: since, query, validators, fires: new Map(Object.entries(fires)) };
}
