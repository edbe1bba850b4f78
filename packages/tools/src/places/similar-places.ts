import { fold } from "@emberline/areas/fold";
import { eachInTurns, type Pause } from "@emberline/turns";
import { distance } from "fastest-levenshtein";
import type { BlockPlace } from "./blocks.ts";
import { heldBy, partsOf } from "./find-places.ts";
import type { Gazetteer } from "./gazetteer.ts";

interface Similar {
  readonly place: BlockPlace;
  /** Edit distance to the text. */
  readonly steps: number;
}

/** At most `count` places whose names begin with the text or are spelled most like it. */
export async function similarPlaces(
  gazetteer: Gazetteer,
  text: string,
  { count, pause }: { readonly count: number; readonly pause: Pause },
): Promise<BlockPlace[]> {
  const { key, parts } = partsOf(text);
  const most = key.length < 5 ? Math.floor((key.length - 1) / 2) : Math.max(2, key.length / 4);
  const stepsTo = (spelling: string) => {
    if (key.length >= 4 && spelling.startsWith(`${key} `)) return 1;
    return Math.abs(spelling.length - key.length) > most ? most + 1 : distance(spelling, key);
  };
  const similar: Similar[] = [];
  await eachInTurns(gazetteer.blocks.boxes.keys(), pause, (block) => {
    const steps = gazetteer
      .spellingsOf(block)
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .reduce((least, each) => Math.min(least, stepsTo(each)), Number.POSITIVE_INFINITY),
      );
    if (!steps.some((each) => each <= most)) return;
    for (const [i, place] of gazetteer.blocks.placesOf(block).entries())
      if (steps[i]! <= most) similar.push({ place, steps: steps[i]! });
  });
  const places = similar
    .sort((a, b) => a.steps - b.steps || b.place.population - a.place.population)
    .map(({ place }) => place);
  return parts
    .reduce((held, part) => heldBy(gazetteer, fold(part), held) ?? held, places)
    .slice(0, count);
}
