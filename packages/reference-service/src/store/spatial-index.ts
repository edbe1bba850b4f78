import type { Box } from "@emberline/geo";
import Flatbush from "flatbush";
import type { Rows } from "./rows.ts";

/** Finds rows by their bounding boxes. */
export class SpatialIndex {
  #index: Flatbush | undefined;
  #located: Uint32Array;
  #nowhere: number[] = [];
  #bounds: Box | undefined;

  constructor(rows: Rows) {
    const located: number[] = [];
    for (let row = 0; row < rows.count; row++) {
      if (rows.hasLocation(row)) located.push(row);
      else this.#nowhere.push(row);
    }
    this.#located = Uint32Array.from(located);
    if (located.length === 0) return;
    const index = new Flatbush(located.length);
    for (const row of located) index.add(...rows.bounds(row));
    index.finish();
    this.#index = index;
    this.#bounds = [index.minX, index.minY, index.maxX, index.maxY];
  }

  /** Rows whose boxes touch one of these, in no order and perhaps twice, and all without location. */
  search(boxes: Box[]): number[] {
    const found = [...this.#nowhere];
    for (const box of boxes) {
      for (const item of this.#index?.search(...box) ?? []) found.push(this.#located[item]!);
    }
    return found;
  }

  /** The part of the covered area that lies in these boxes, from 0 to 1. */
  share(boxes: Box[]): number {
    const whole = this.#bounds;
    if (!whole || area(whole) === 0) return 1;
    return boxes.reduce((sum, box) => sum + area(overlap(box, whole)), 0) / area(whole);
  }
}

function overlap(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

function area([west, south, east, north]: Box): number {
  return Math.max(0, east - west) * Math.max(0, north - south);
}
