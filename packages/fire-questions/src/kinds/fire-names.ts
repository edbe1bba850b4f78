import type { FireData } from "../data/load-data.ts";
import type { Random } from "../draw/random.ts";

const states: Readonly<Record<string, string>> = {
  "US-AZ": "Arizona",
  "US-CA": "California",
  "US-CO": "Colorado",
  "US-ID": "Idaho",
  "US-MT": "Montana",
  "US-NM": "New Mexico",
  "US-NV": "Nevada",
  "US-OR": "Oregon",
  "US-TX": "Texas",
  "US-UT": "Utah",
  "US-WA": "Washington",
};

/** The name of a state by its code of ISO 3166-2. */
export function stateName(state: string): string {
  return states[state]!;
}

const firstWords = "Quartzite Fernhollow Ashgrove Bluestem Wolverine Tamarack Copperhead".split(
  " ",
);
const lastWords = "Gulch Saddle Mesa Narrows Bench Prairie Basin".split(" ");

/** The name of a fire that the data does not have, and a state that it has fires of. */
export function drawUnknownFire(random: Random, data: FireData): { name: string; state: string } {
  const name = `${random.pick(firstWords)} ${random.pick(lastWords)}`;
  const state = random.pick(["US-CA", "US-OR", "US-WA"]);
  const isKnown = data.perimeters.some(
    (each) => each.incident_name.toLowerCase() === name.toLowerCase(),
  );
  return isKnown ? drawUnknownFire(random, data) : { name, state };
}
