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
}

/** Identifies what a feed asks for, and how it reads the answer. */
export function keyOf(description: Description, areas: readonly Bbox[]): string {
  const text = JSON.stringify([description, areas]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

export function printState({ listed, missing, ...state }: DescribedState): unknown {
  return { ...state, listed: [...listed], missing: Object.fromEntries(missing) };
}

/** The state that `printState` has printed; undefined for anything else. */
export function parseState(value: unknown): DescribedState | undefined {
  if (!isRecord(value) || typeof value.readMs !== "number" || !Array.isArray(value.listed))
    return undefined;
  const { readMs, sinceMs, key, validators, newest, listed, missing } = value as unknown as Omit<
    DescribedState,
    "listed" | "missing"
  > & { readonly listed: readonly string[]; readonly missing: Readonly<Record<string, number>> };
  return {
    readMs,
    sinceMs,
    key,
    validators,
    newest,
    listed: new Set(listed),
    missing: new Map(Object.entries(missing)),
  };
}
