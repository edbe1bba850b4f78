import { nearest } from "@emberline/cql2/nearest";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { ToolError } from "../call/tool-error.ts";
import { named, quoted } from "../values/text.ts";
import { candidatesOf, listCandidates, type SearchedCollection } from "./candidates.ts";
import { fitOf, isPartOf, type NameReading, nameKey } from "./fire-name.ts";
import { type KnownFire, latestFirst } from "./known-fires.ts";
import { simulationPages } from "./simulation-features.ts";

/** Names compared at a time: `nearest` considers no more. */
const perPass = 500;
const maxNearest = 3;

/**
 * A name, and its parts of as many words as requested, so that "Gifrod" is near to "Gifford RX".
 */
function partsOf(key: string, lengths: ReadonlySet<number>): string[] {
  const words = key.split(" ");
  const runs = [...lengths]
    .filter(Boolean)
    .flatMap((length) =>
      words.slice(length - 1).map((_, i) => words.slice(i, i + length).join(" ")),
    );
  return [key, ...runs];
}

/**
 * The error for a name that no fire has: longer names with its words, else the nearest names; and a
 * simulation that has it.
 *
 * @param fires those whose names have its words or are similar to it
 */
export async function unknownFire(
  text: string,
  readings: readonly NameReading[],
  fires: readonly KnownFire[],
  { info, context }: SearchedCollection,
): Promise<ToolError> {
  const longer = latestFirst(
    fires.filter(({ names }) =>
      names.some((name) => readings.some(({ key }) => isPartOf(nameKey(name), key))),
    ),
  );
  const near = longer.length > 0 ? longer : await nearestNames(readings, fires, context);
  const suggestions = await candidatesOf(near, info, context);
  const simulated = await simulationsNamed(readings, context);
  const kind = longer.length > 0 ? "longer names with it" : "nearest names";
  const sentences = [
    `No fire in ${named(info.id)} is named ${quoted(text, 60)}${
      suggestions.length > 0 ? `; ${kind}: ${listCandidates(suggestions, near.length)}` : ""
    }.`,
    typeof simulated === "string"
      ? `Simulations have it: list_simulations with fire ${quoted(simulated, 60)}.`
      : simulated === false
        ? "No simulation has such a fire either."
        : null,
  ];
  return new ToolError("not_found", sentences.filter((each) => each !== null).join(" "), {
    fault: { argument: "fire", candidates: suggestions },
  });
}

async function nearestNames(
  readings: readonly NameReading[],
  fires: readonly KnownFire[],
  context: ToolContext,
): Promise<KnownFire[]> {
  const byName = new Map<string, KnownFire>();
  // "Lonerock" may be "Lone Rock", and the reverse.
  const lengths = new Set(
    readings.flatMap(({ key }) => [0, 1, -1].map((more) => key.split(" ").length + more)),
  );
  for (const fire of fires)
    for (const name of fire.names)
      for (const part of partsOf(nameKey(name), lengths))
        if (!byName.has(part)) byName.set(part, fire);
  const near = new Set<KnownFire>();
  for (const key of new Set([readings.at(-1)!.key, readings[0]!.key])) {
    let names = [...byName.keys()];
    while (names.length > perPass) {
      const best: string[] = [];
      for (let at = 0; at < names.length; at += perPass) {
        for (const name of nearest(key, names.slice(at, at + perPass), maxNearest)) best.push(name);
        await context.pause();
      }
      names = best;
    }
    for (const name of nearest(key, names, maxNearest)) near.add(byName.get(name)!);
  }
  return [...near].slice(0, maxNearest);
}

/** Older simulations do not help with today's questions. */
const maxPages = 20;

/** The fire's name in simulations; false if none has it, null if some could not be read. */
async function simulationsNamed(
  readings: readonly NameReading[],
  context: ToolContext,
): Promise<string | false | null> {
  let isWhole = true;
  const read = async () => {
    let pages = 0;
    const onPartial = () => {
      isWhole = false;
    };
    for await (const { items, nextCursor } of simulationPages({}, context, onPartial)) {
      const named = items.find(({ fireName }) => fireName != null && isNamed(fireName, readings));
      if (named) return named.fireName ?? null;
      const isLast = ++pages >= maxPages || context.pages.spend(items.length) !== null;
      if (isLast && nextCursor !== null) return null;
    }
    return isWhole ? false : null;
  };
  return ifOffered(read());
}

function isNamed(name: string, readings: readonly NameReading[]): boolean {
  return readings.some(({ key }) => fitOf(nameKey(name), key) > 0);
}
