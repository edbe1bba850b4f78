import type { FireData, Perimeter } from "../data/load-data.ts";
import type { Random } from "../draw/random.ts";
import type { Slot } from "../draw/words.ts";
import { monthText } from "../draw/words.ts";
import { stateName } from "./fire-names.ts";

/** A month of 2023, and a state whose fires of 2023 the data has. */
export interface StateMonth {
  readonly state: string;
  readonly month: string;
}

export function drawStateMonth(random: Random): StateMonth {
  const month = `2023-${String(1 + random.below(12)).padStart(2, "0")}`;
  return { state: random.pick(["US-CA", "US-OR", "US-WA"]), month };
}

/** A state of whose fires the data has none in 2023. */
export function drawOtherState(random: Random): StateMonth {
  return { ...drawStateMonth(random), state: random.pick(["US-ID", "US-MT", "US-TX", "US-CO"]) };
}

export function perimetersOf(data: FireData, { state, month }: StateMonth): readonly Perimeter[] {
  return data.perimeters.filter((each) => each.state === state && each.date.startsWith(month));
}

/** `facts` of a question: state and month; and its slots. */
export function monthFacts({ state, month }: StateMonth) {
  const slots: Readonly<Record<string, Slot>> = {
    state: stateName(state),
    month: monthText(month),
  };
  return { facts: { state, month }, slots };
}
