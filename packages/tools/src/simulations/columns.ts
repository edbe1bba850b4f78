import {
  type SimulationColumn,
  simulationColumns,
  simulationSortValue,
} from "../answer/simulation-rows.ts";
import { invalidInput } from "../call/tool-error.ts";
import type { SimulationSort } from "../reading/simulation-sort.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { listNames, quoted } from "../values/text.ts";

/** @throws {ToolError} for a column that simulations do not have (`invalid_input`) */
export function columnOf(name: string, parameter: string): SimulationColumn {
  const column = simulationColumns.find((each) => each === name);
  if (column) return column;
  throw invalidInput(
    `${parameter}: simulations have no ${quoted(name, 40)}.${didYouMean(name, simulationColumns)} Their columns are ${listNames(simulationColumns)}.`,
    parameter,
  );
}

/** Null for the list's own order, newest first. */
export function sortOf(label: string | undefined, nowMs: number): SimulationSort | null {
  if (label === undefined || label === "-created_at") return null;
  const column = columnOf(label.replace(/^[-+]/, ""), "sort");
  return { label, valueOf: (simulation) => simulationSortValue(simulation, column, nowMs) };
}
