import type { Bbox } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { meetsAreas } from "../geojson/meets-areas.ts";
import { outlineKey } from "../geojson/outline-key.ts";
import { irwinIdIn, type Row, readRow } from "./row.ts";
import { snapshotId } from "./snapshot.ts";
import type { WfigsState } from "./state.ts";

/** A row whose fire is of interest. */
export interface ListedRow {
  /** Without its outline if that is stored as the fire's newest. */
  readonly row: Row;
  /** Undefined without an outline. */
  readonly outline: string | undefined;
  readonly id: string | undefined;
}

export type Identity = Pick<Row, "fire" | "irwinId" | "number">;

/** The rows of one complete list. */
export class Listing {
  received = 0;
  rejected = 0;
  readonly #rows: ListedRow[] = [];
  /** IRWIN ids of complexes that are mapped by their children. */
  readonly #complexes = new Set<string>();
  readonly #byOutline = new Map<string, Identity[]>();
  readonly #categories: readonly string[];
  readonly #areas: readonly Bbox[];
  readonly #previous: WfigsState["fires"];
  readonly #readMs: number;

  constructor(
    { categories, areas }: { categories: readonly string[]; areas: readonly Bbox[] },
    previous: WfigsState["fires"],
    readMs: number,
  ) {
    this.#categories = categories;
    this.#areas = areas;
    this.#previous = previous;
    this.#readMs = readMs;
  }

  async add(feature: unknown, pause: Pause): Promise<void> {
    this.received++;
    const row = readRow(feature, this.#readMs);
    if (!row || row.isBroken) this.rejected++;
    await pause();
    if (!row || !this.#isWanted(row)) return;
    const known = this.#previous.get(row.fire);
    if (!row.geometry) {
      this.#rows.push({ row, outline: undefined, id: undefined });
      return;
    }
    const outline = await outlineKey(row.geometry, pause);
    const id = snapshotId(row, outline);
    this.#rows.push({
      row: known?.snapshot === id && !known.hasLeft ? { ...row, geometry: null } : row,
      outline,
      id,
    });
    const complex = irwinIdIn(row.fields.attr_CpxID);
    if (complex !== null && complex !== row.irwinId) this.#complexes.add(complex);
    const { fire, irwinId, number } = row;
    this.#byOutline.set(
      outline,
      firstTwins(this.#byOutline.get(outline) ?? [], { fire, irwinId, number }),
    );
  }

  /** The rows in their order, without complexes whose children are listed. */
  rows(): readonly ListedRow[] {
    return this.#rows.filter(({ row }) => !this.#complexes.has(row.irwinId ?? ""));
  }

  /** The first of the other fires with the same outline. */
  twinOf({ row, outline }: ListedRow): Identity | undefined {
    return this.#byOutline.get(outline ?? "")?.find(({ fire }) => fire !== row.fire);
  }

  #isWanted({ category, geometry, fire }: Row): boolean {
    if (category !== null && !this.#categories.includes(category)) return false;
    return geometry
      ? meetsAreas(geometry, this.#areas)
      : this.#areas.length === 0 || this.#previous.has(fire);
  }
}

/** The first two fires of an outline, in order: one of them is the twin of any. */
function firstTwins(known: readonly Identity[], added: Identity): Identity[] {
  const others = known.filter(({ fire }) => fire !== added.fire);
  return [...others, added].sort((a, b) => (a.fire < b.fire ? -1 : 1)).slice(0, 2);
}
