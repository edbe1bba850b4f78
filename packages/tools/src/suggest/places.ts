import { fold } from "@emberline/areas/fold";
import { eachInTurns, type Pause } from "@emberline/turns";
import type { BlockPlace } from "../places/blocks.ts";
import { heldBy, partsOf } from "../places/find-places.ts";
import { loadGazetteer } from "../places/gazetteer.ts";
import { labelsOf } from "../places/resolve-place.ts";

/** With fewer letters, any list would be arbitrary. */
const minLetters = 2;

/** Places whose name begins with the text, largest first: "Coimbra, Coimbra, Portugal". */
export async function placesBeginning(text: string, count: number, pause: Pause) {
  const { key, parts } = partsOf(text);
  if (key.length < minLetters) return [];
  const gazetteer = await loadGazetteer();
  const found: BlockPlace[] = [];
  await eachInTurns(gazetteer.blocks.boxes.keys(), pause, (block) => {
    const lines = gazetteer.spellingsOf(block);
    if (!`\n${lines}`.includes(`\n${key}`)) return;
    const begins = lines.split("\n").map((line) => line.startsWith(key));
    for (const [i, place] of gazetteer.blocks.placesOf(block).entries())
      if (begins[i]) found.push(place);
  });
  // The region may still be half written.
  const held = parts.reduce(
    (places, part) => heldBy(gazetteer, fold(part), places) ?? places,
    found,
  );
  const largest = held.sort((a, b) => b.population - a.population).slice(0, count);
  return [...new Set(labelsOf(largest.map((place) => gazetteer.describe(place))))];
}
