import type { Cell } from "../answer/cells.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";

export interface Rows {
  readonly columns: string[];
  readonly rows: Cell[][];
}

/** Digits after the point that a number keeps: fire radiative power is known to a tenth of a megawatt. */
export function decimalsOf(property: string | undefined, { roles }: CollectionInfo): number {
  return property !== undefined && property === roles.strength ? 1 : 4;
}
