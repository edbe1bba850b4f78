import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { stateKey } from "../values/own-property.ts";
import { named, quoted } from "../values/text.ts";
import {
  candidatesOf,
  describeCandidates,
  listCandidates,
  optionsOf,
  type SearchedCollection,
  type SizedFire,
  sizedFires,
} from "./candidates.ts";
import type { CollectionInfo } from "./collection-info.ts";
import { type FoundFires, findFires, similarFires } from "./find-fires.ts";
import { type Fire, readFire } from "./fire.ts";
import { fitOf, type NameReading, nameKey, readingsOf, spellingsOf } from "./fire-name.ts";
import { fireKeyOf, type KnownFire, KnownFires, latestFirst, yearOf } from "./known-fires.ts";
import { unknownFire } from "./unknown-fire.ts";

/** Milliseconds since 1970; open ends are infinite. */
export interface TimeWindow {
  readonly startMs: number;
  readonly endMs: number;
}

export interface ResolvedFire {
  readonly fire: Fire;
  /** How it was chosen, if that is not obvious. */
  readonly notices: readonly string[];
  /** The text is only a part of its name; default false. */
  readonly isPart?: boolean;
}

/**
 * The fire that a text names in a collection of perimeters: by id, else by name, with a year or a
 * state if given. Among several, it is the only one that burned in the requested time.
 *
 * @throws {ToolError} when several fires have the name (`invalid_input`) or none has (`not_found`),
 *   with what would be right
 */
export async function resolveFire(
  text: string,
  info: CollectionInfo,
  window: TimeWindow | null,
  context: ToolContext,
): Promise<ResolvedFire> {
  const { fire: ids, fire_name: names } = info.roles;
  if (!ids && !names) {
    throw invalidInput(
      `fire: no property of ${named(info.id)} names fires: leave out fire, and give near or bbox.`,
      "fire",
    );
  }
  const readings = readingsOf(text);
  const bare = readings.at(-1)!.key;
  if (bare === "")
    throw invalidInput(`fire ${quoted(text, 60)} has no letters: give a fire's name.`, "fire");
  const found = await findFires(bare, idsIn(text), info, context);
  const chosen =
    choose(text, readings, found.fires.all()) ?? (await ofFeature(text, found, info, context));
  if (chosen) return take(text, chosen, found, window, { info, context });
  const similar = await similarFires(bare, info, context);
  const hidden = choose(text, readings, similar.fires.all());
  if (hidden) return take(text, hidden, similar, window, { info, context });
  const fires = new Map(
    [...found.fires.all(), ...similar.fires.all()].map((each) => [each.key, each]),
  );
  throw await unknownFire(text, readings, [...fires.values()], { info, context });
}

/** The id of a perimeter, as answers show it, stands for its fire. */
async function ofFeature(
  text: string,
  found: FoundFires,
  info: CollectionInfo,
  { client, signal, pause }: ToolContext,
): Promise<Choice | null> {
  const id = text.trim();
  if (!/^\S*\d\S*$/.test(id)) return null;
  const feature = await ifOffered(client.features.get(info.id, id, { signal, pause }));
  const key = feature && fireKeyOf(feature, info);
  if (!feature || key === null) return null;
  const fires = new KnownFires(info);
  fires.add(feature);
  const known = found.fires.get(key) ?? fires.get(key)!;
  return { fires: [known], isPart: false, isOther: false };
}

/**
 * @throws {ToolError} when several fires remain (`invalid_input`), or only others exist
 *   (`not_found`)
 */
async function take(
  text: string,
  { fires, isPart, isOther }: Choice,
  { isFiltered, isWhole }: FoundFires,
  window: TimeWindow | null,
  { info, context }: SearchedCollection,
): Promise<ResolvedFire> {
  if (isOther) {
    const candidates = await candidatesOf(latestFirst(fires), info, context);
    throw new ToolError(
      "not_found",
      `No fire of that year or state fits ${quoted(text, 60)}; of that name: ${listCandidates(candidates, fires.length)}.`,
      { fault: { argument: "fire", candidates } },
    );
  }
  const then = window ? fires.filter((fire) => burnedIn(fire, window)) : [];
  let one = fires.length === 1 ? fires[0]! : then.length === 1 ? then[0]! : null;
  if (!one) {
    const named = latestFirst(then.length > 0 ? then : fires);
    const sized = await sizedFires(named.slice(0, maxCompared), info, context);
    const options = optionsOf(sized);
    const listed = `${quoted(text, 60)} may be ${isWhole ? "" : "at least "}${named.length} fires`;
    if (isPart || !isWhole || named.length > maxCompared || !isDominant(sized)) {
      throw invalidInput(`${listed}: ${listCandidates(options, named.length)}.`, {
        argument: "fire",
        question: `Which fire is meant by ${quoted(text, 60)}?`,
        options,
      });
    }
    one = named[0]!;
    const rest = listCandidates(options.slice(1), named.length - 1);
    context.note(
      `${listed}. Not meant here: ${rest}. This is ${quoted(options[0]!.label)}, the newest, and at least ${dominance} times as large.`,
    );
  }
  const others = fires.filter((each) => each !== one);
  const fire = await readFire(one, info, isFiltered, context);
  const notices = [
    isPart
      ? `No fire is named just ${quoted(text, 60)}: this is ${quoted(fire.name ?? "", 60)}.`
      : null,
    isWhole ? null : "Not all fires with these words in their names could be compared.",
    others.length > 0 && then.length === 1
      ? `Of the fires of that name only this one burned at that time; others: ${await describeCandidates(latestFirst(others), info, context, 3)}.`
      : null,
  ];
  return { fire, notices: notices.filter((each) => each !== null), isPart };
}

/** Of more namesakes none is taken: each size costs a request. */
const maxCompared = 10;
/** How many times the size of each namesake makes the newest the one that people mean. */
const dominance = 20;

function isDominant([newest, ...others]: readonly SizedFire[]): boolean {
  const km2 = newest?.areaKm2 ?? null;
  if (km2 === null) return false;
  return others.every(({ areaKm2 }) => areaKm2 !== null && km2 >= dominance * areaKm2);
}

/** A fire burns before its first mapping and after its last. */
const marginMs = { before: 7 * 86_400_000, after: 30 * 86_400_000 };

function burnedIn({ firstMs, lastMs }: KnownFire, { startMs, endMs }: TimeWindow): boolean {
  if (firstMs === null || lastMs === null) return false;
  return firstMs - marginMs.before <= endMs && lastMs + marginMs.after >= startMs;
}

/** The spellings of a possible id: a single word, or a text with a digit. */
function idsIn(text: string): string[] {
  const id = text.trim();
  if (/\s/.test(id) && !/\d/.test(id)) return [];
  return spellingsOf(id);
}

/** Fires that fit equally well. */
interface Choice {
  readonly fires: readonly KnownFire[];
  /** The name is only a part of their names. */
  readonly isPart: boolean;
  /** None of them fits the year or state given with the name. */
  readonly isOther: boolean;
}

/** The fires with that id, else those whose names fit best; null if none fits. */
function choose(
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
