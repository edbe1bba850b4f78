import type { ToolContext } from "../call/context.ts";
import { findFires } from "../collection/find-fires.ts";
import { nameKey } from "../collection/fire-name.ts";
import { idTextOf, type KnownFire, yearOf } from "../collection/known-fires.ts";
import { layerCollection } from "../collection/layer-collection.ts";

/** With fewer letters, half of all fires would be read. */
const minLetters = 3;

/** Fires whose name holds the text, newest first, each as `fire` takes it. */
export async function firesNamed(text: string, count: number, context: ToolContext) {
  const key = nameKey(text);
  const perimeters = key.length < minLetters ? null : await layerCollection("perimeters", context);
  if (!perimeters || !(perimeters.roles.fire ?? perimeters.roles.fire_name)) return [];
  const { fires } = await findFires(key, [], perimeters, context);
  const named = [...fires.all()]
    .filter(({ names }) => names.some((name) => nameKey(name).includes(key)))
    .sort((a, b) => (b.lastMs ?? 0) - (a.lastMs ?? 0));
  const forms = named.map(formsOf);
  const uses = new Map<string, number>();
  for (const form of forms.flat()) uses.set(form, (uses.get(form) ?? 0) + 1);
  const values = forms.flatMap((each) => each.find((form) => uses.get(form) === 1) ?? []);
  return [...new Set(values)].slice(0, count);
}

/** How a fire may be asked for, the shortest form first. */
function formsOf(fire: KnownFire): string[] {
  const { state, names } = fire;
  const [name] = names;
  const year = yearOf(fire);
  const ids = [idTextOf(fire) ?? []].flat();
  if (name === undefined) return ids;
  const named = year === null ? [name] : [name, `${name} ${year}`];
  const placed = state === null ? [] : [`${named.at(-1)}, ${state}`];
  return [...named, ...placed, ...ids];
}
