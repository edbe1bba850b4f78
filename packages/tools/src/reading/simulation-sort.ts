import type { Simulation } from "@emberline/core";

export type SimulationKey = readonly [value: string | number | boolean | null, id: string];

/** The value that simulations are sorted by. */
type SimulationValue = (simulation: Simulation) => SimulationKey[0];

/** An order of simulations; those without a value come last in either direction. */
export interface SimulationSort {
  /** As the caller wrote it: `-burned_area_km2`. */
  readonly label: string;
  readonly valueOf: SimulationValue;
}

export function compareKeys({ label }: SimulationSort, a: SimulationKey, b: SimulationKey): number {
  const [valueA, valueB] = [a[0], b[0]];
  if (valueA === null || valueB === null)
    return Number(valueA === null) - Number(valueB === null) || compare(a[1], b[1]);
  const direction = label.startsWith("-") ? -1 : 1;
  return direction * compare(valueA, valueB) || compare(a[1], b[1]);
}

function compare<Value extends string | number | boolean>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
