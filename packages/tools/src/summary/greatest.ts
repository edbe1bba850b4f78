import { isLongInteger } from "@emberline/cql2";
import { decimalsOf, positionCells, type Rows } from "../answer/layout.ts";
import { checkProperties } from "../collection/check-properties.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { timeCell } from "../collection/time-cell.ts";
import type { Hit } from "../reading/match.ts";
import { idOf, ownProperty, propertyColumns } from "../values/own-property.ts";
import { quoted } from "../values/text.ts";
import { type Cell, round, toCell } from "../values/text-numbers.ts";

interface Kept {
  readonly value: number | bigint;
  readonly cells: Cell[];
}

/** The greatest features by one number, with ids; equal ones in the order of their ids. */
export class Greatest {
  readonly #info: CollectionInfo;
  readonly #by: string;
  readonly #size: number;
  #others = 0;
  #isAsked = false;
  #kept: Kept[] = [];

  /**
   * @param by a property, or `area_km2`
   * @throws {ToolError} when the property is unknown (`invalid_input`)
   */
  constructor(info: CollectionInfo, by: string, size: number) {
    if (by !== "area_km2") checkProperties([by], info, "top_by", ["area_km2"]);
    this.#info = info;
    this.#by = by;
    this.#size = size;
  }

  /** What a service that sorts has to be asked for; null without it, or for areas. */
  get wanted(): { readonly property: string; readonly size: number } | null {
    const isProperty = this.#by !== "area_km2";
    return this.#size > 0 && isProperty ? { property: this.#by, size: this.#size } : null;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(hit: Hit, areaKm2: number | null): void {
    const own = this.#by === "area_km2" ? areaKm2 : ownProperty(hit.feature.properties, this.#by);
    this.#isAsked ||= this.#size > 0;
    const value = isLongInteger(own) ? BigInt(own) : own;
    if (typeof value === "string" && this.#size > 0) this.#others++;
    if (typeof value !== "bigint" && (typeof value !== "number" || !Number.isFinite(value))) return;
    const last = this.#kept.at(-1);
    if (this.#kept.length === this.#size && (!last || last.value > value)) return;
    this.#kept.push({ value, cells: this.#cellsOf(hit, value) });
    this.#kept.sort(byValue);
    this.#kept.length = Math.min(this.#kept.length, this.#size);
  }

  #cellsOf({ feature }: Hit, value: number | bigint): Cell[] {
    const { roles } = this.#info;
    const name = roles.fire_name;
    return [
      idOf(feature),
      typeof value === "bigint" ? String(value) : round(value, decimalsOf(this.#by, this.#info)),
      ...positionCells(feature.geometry),
      timeCell(feature, this.#info),
      ...(name === undefined ? [] : [toCell(ownProperty(feature.properties, name), 5)]),
    ];
  }

  /** That some values are texts, which have no size, or that there is none. */
  notices(): string[] {
    if (this.#isAsked && this.#others === 0 && this.#kept.length === 0)
      return [`No feature has a number ${quoted(this.#by, 60)}.`];
    if (this.#others === 0) return [];
    const features = this.#others === 1 ? "1 feature" : `${this.#others} features`;
    return [`The greatest leave out ${features} whose ${quoted(this.#by, 60)} is text.`];
  }

  /** Greatest first. */
  rows(): Rows {
    const own = ["id", "lon", "lat", "time"];
    const name = this.#info.roles.fire_name?.[0];
    const properties = [this.#by, ...(name === undefined ? [] : [name])];
    const [by, ...more] = propertyColumns(properties, own);
    return {
      columns: ["id", by!, "lon", "lat", "time", ...more],
      rows: this.#kept.map(({ cells }) => cells),
    };
  }
}

function byValue(a: Kept, b: Kept): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  const [x, y] = [String(a.cells[0]), String(b.cells[0])];
  return x < y ? -1 : Number(x > y);
}
