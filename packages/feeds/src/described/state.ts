import { createHash } from "node:crypto";
import type { Bbox } from "@emberline/geo";
import type { Description } from "../description/description.ts";
import { isRecord } from "../geojson/read-features.ts";
import type { Validators } from "../values/feed.ts";

/** What a reading keeps for the next one. */
export interface DescribedState extends Lists {
  /** Epoch milliseconds at which the reading began. */
  readonly readMs: number;
  /** Since when the list was read at least daily. */
  readonly sinceMs: number;
  /** What was asked, and what was made of it: validators of another query say nothing. */
  readonly key: string;
  readonly validators: Validators | undefined;
  /** The newest time of a row; epoch milliseconds. */
  readonly newest: number | undefined;
}

export interface Lists {
  /** Ids of the features of the last list. */
  readonly listed: ReadonlySet<string>;
  /** Of features that the last list lacked, when they were last listed; epoch milliseconds. */
  readonly missing: ReadonlyMap<string, number>;
  /** Of a history: fires that are listed, or have left the list while an outline is stored. */
  readonly fires: ReadonlyMap<string, ListedFire>;
}

export interface ListedFire {
  /** Id of its newest feature; null while it had no outline, as earlier versions wrote. */
  readonly snapshot: string | null;
  /** Of the last reading that listed it, where the one after did not; epoch milliseconds. */
  readonly listedMs?: number | undefined;
  /** Two lists in a row lacked it. */
  readonly hasLeft?: boolean | undefined;
}

export const noLists: Lists = { listed: new Set(), missing: new Map(), fires: new Map() };

/** Identifies what a feed asks for, and how it reads the answer. */
export function keyOf(description: Description, areas: readonly Bbox[]): string {
  const text = JSON.stringify([description, areas]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

export function printState({ listed, missing, fires, ...state }: DescribedState): unknown {
  return {
    ...state,
    listed: [...listed],
    missing: Object.fromEntries(missing),
    ...(fires.size > 0 && { fires: Object.fromEntries(fires) }),
  };
}

/** What `printState` has printed, by any version. */
interface Printed extends Omit<DescribedState, keyof Lists> {
  readonly listed?: readonly string[];
  readonly missing?: Readonly<Record<string, number>>;
  readonly fires?: Readonly<Record<string, ListedFire>>;
}

/** The state that `printState` has printed; undefined for anything else. */
export function parseState(value: unknown): DescribedState | undefined {
  if (!isRecord(value) || typeof value.readMs !== "number") return undefined;
  const { listed = [], missing = {}, fires = {}, ...state } = value as unknown as Printed;
  return {
    ...state,
    listed: new Set(listed),
    missing: new Map(Object.entries(missing)),
    // Earlier versions kept more of each fire.
    fires: new Map(
      Object.entries(fires).map(([fire, { snapshot, listedMs, hasLeft }]) => [
        fire,
        { snapshot, listedMs, hasLeft },
      ]),
    ),
  };
}
