import { argumentOfArea, loadAreas, rankOf } from "@emberline/areas";
import { fold } from "@emberline/areas/fold";
import { eachInTurns, type Pause } from "@emberline/turns";

/** Areas whose name begins with the text, as `within` takes them: countries first, then states. */
export async function areasBeginning(text: string, count: number, pause: Pause) {
  const key = fold(text.split(",", 1)[0]!);
  if (key === "") return [];
  const areas = await loadAreas();
  await pause();
  const found = new Set<number>();
  for (const [spelling, index] of areas.spellings()) if (spelling.startsWith(key)) found.add(index);
  const first = [...found]
    .map((index) => areas.area(index))
    .sort((a, b) => rankOf(a.kind) - rankOf(b.kind) || b.km2 - a.km2)
    .slice(0, count);
  const names: string[] = [];
  await eachInTurns(first, pause, (area) => void names.push(argumentOfArea(areas, area)));
  return [...new Set(names)];
}
