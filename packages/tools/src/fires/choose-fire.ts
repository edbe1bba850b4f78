import { stateKey } from "../values/states.ts";
import { fitOf, type NameReading, nameKey } from "./fire-name.ts";
import { type KnownFire, yearOf } from "./known-fires.ts";

/** The spellings of a possible id: a single word, or a text with a digit. */
export function idsIn(text: string): string[] {
  const id = text.trim();
  if (/\s/.test(id) && !/\d/.test(id)) return [];
  const bare = id.replace(/^\{(.+)\}$/, "$1");
  const cases = [bare, bare.toUpperCase(), bare.toLowerCase()];
  return [...new Set([id, ...cases, ...cases.map((each) => `{${each}}`)])];
}

/** Fires that fit equally well. */
export interface Choice {
  readonly fires: readonly KnownFire[];
  /** The name is only a part of their names. */
  readonly isPart: boolean;
  /** None of them fits the year or state given with the name. */
  readonly isOther: boolean;
}

/** The fires with that id, else those whose names fit best; null if none fits. */
export function choose(
  text: string,
  readings: readonly NameReading[],
  all: Iterable<KnownFire>,
): Choice | null {
  const fires = [...all];
  const asked = idsIn(text).map((id) => id.toLowerCase());
  const byId = fires.filter(({ id }) => id !== null && asked.includes(String(id).toLowerCase()));
  if (byId.length > 0) return { fires: byId, isPart: false, isOther: false };
  let other: Choice | null = null;
  for (const fit of [2, 1] as const) {
    for (const reading of readings) {
      const named = fires.filter(({ names }) =>
        names.some((name) => fitOf(nameKey(name), reading.key) === fit),
      );
      const fitting = narrow(named, reading);
      if (fitting.length > 0) return { fires: fitting, isPart: fit === 1, isOther: false };
      if (named.length > 0) other ??= { fires: named, isPart: fit === 1, isOther: true };
    }
  }
  return other;
}

/** The fires of the state and year: those called by the year, else those that burned in it. */
function narrow(fires: readonly KnownFire[], { year, state }: NameReading): KnownFire[] {
  const placed = fires.filter((fire) => state === null || stateKey(fire.state ?? "") === state);
  if (year === null) return placed;
  const called = placed.filter((fire) => yearOf(fire) === year);
  if (called.length > 0) return called;
  const start = Date.UTC(year, 0);
  const end = Date.UTC(year + 1, 0);
  return placed.filter(
    ({ firstMs, lastMs }) =>
      firstMs !== null && lastMs !== null && firstMs < end && lastMs >= start,
  );
}
