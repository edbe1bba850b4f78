import type { Box } from "@emberline/geo";
import Flatbush from "flatbush";
import type { Rows } from "./rows.ts";

/** Boxes per part of the index; sorting one takes about 5 ms. */
const boxesPerPart = 16_384;

interface Part {
  /** Rows by index of their box. */
  rows: Uint32Array;
  boxes: Flatbush;
}

/** Finds rows by their bounding boxes. */
export class SpatialIndex {
  #parts: Part[] = [];
  #nowhere: number[] = [];
  #bounds: Box | undefined;

  private constructor() {}

  static *of(rows: Rows, indexed: Uint32Array): Generator<void, SpatialIndex> {
    const index = new SpatialIndex();
    let located: number[] = [];
    for (const row of indexed) {
      if (rows.hasLocation(row)) located.push(row);
      else index.#nowhere.push(row);
      if (located.length < boxesPerPart) continue;
      index.#add(rows, located);
      located = [];
      yield;
    }
    if (located.length > 0) index.#add(rows, located);
    return index;
  }

  /** Rows whose boxes touch one of these, and all without location; unordered, may repeat. */
  search(boxes: Box[]): number[] {
    const found = [...this.#nowhere];
    for (const { rows, boxes: part } of this.#parts) {
      for (const [west, south, east, north] of boxes)
        for (const item of part.search(west, south, east, north)) found.push(rows[item]!);
    }
    return found;
  }

  /** The part of the covered area that lies in these boxes, from 0 to 1. */
  share(boxes: Box[]): number {
    const whole = this.#bounds;
    if (!whole || area(whole) === 0) return 1;
    return boxes.reduce((sum, box) => sum + area(overlap(box, whole)), 0) / area(whole);
  }

  #add(rows: Rows, located: readonly number[]): void {
    const boxes = new Flatbush(located.length);
    for (const row of located) {
      const [west, south, east, north] = rows.bounds(row);
      boxes.add(west, south, east, north);
    }
    boxes.finish();
    this.#parts.push({ rows: Uint32Array.from(located), boxes });
    const { minX, minY, maxX, maxY } = boxes;
    const [west, south, east, north] = this.#bounds ?? [minX, minY, maxX, maxY];
    this.#bounds = [
      Math.min(west, minX),
      Math.min(south, minY),
      Math.max(east, maxX),
      Math.max(north, maxY),
    ];
  }
}

function overlap(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

function area([west, south, east, north]: Box): number {
  return Math.max(0, east - west) * Math.max(0, north - south);
}
