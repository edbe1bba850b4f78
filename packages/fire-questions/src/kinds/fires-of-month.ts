import type { FireData, Perimeter } from "../data/load-data.ts";
import { type Case, type Draft, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import { monthText, type Words } from "../draw/words.ts";
import type { Expected } from "../values/question.ts";
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

function drawOtherState(random: Random): StateMonth {
  return { ...drawStateMonth(random), state: random.pick(["US-ID", "US-MT", "US-TX", "US-CO"]) };
}

export function perimetersOf(data: FireData, { state, month }: StateMonth): readonly Perimeter[] {
  return data.perimeters.filter((each) => each.state === state && each.date.startsWith(month));
}

/** Asks in these words. Members of `facts`: the state, such as US-CA, and the month. */
export function askOfMonth(words: Words): (of: StateMonth, expected: Expected) => Draft {
  return ({ state, month }, expected) => ({
    facts: { state, month },
    slots: { state: stateName(state), month: monthText(month) },
    words,
    expected,
    isAllClearFalse: true,
  });
}

/** A state whose fires the data does not have. */
export function otherState(times: number, ask: ReturnType<typeof askOfMonth>): Case {
  return { times, draw: (random) => [ask(drawOtherState(random), obstacle("no-data-for-place"))] };
}
