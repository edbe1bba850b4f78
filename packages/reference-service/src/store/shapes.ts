import type { Properties } from "@emberline/geo";
import { Column, type TextHeap } from "./column.ts";

const commonShapes = 4;

/** The property names of a feature in order; most sources have one or two shapes. */
export interface Shape {
  /** From 1; 0 means null properties. */
  number: number;
  names: string[];
  columns: Column[];
  /** `"name":`, with the comma before all but the first. */
  labels: string[];
}

/** All shapes of a store, and the columns they share. */
export class Shapes {
  readonly columns = new Map<string, Column>();
  /** By number, from 1. */
  readonly all: Shape[] = [];
  #byNames = new Map<string, Shape>();
  #heap: TextHeap;

  constructor(heap: TextHeap) {
    this.#heap = heap;
  }

  of(properties: Properties): Shape {
    // Sources have few shapes, so the first ones are tried before the lookup.
    for (let i = 0; i < this.all.length && i < commonShapes; i++) {
      if (fits(this.all[i]!, properties)) return this.all[i]!;
    }
    const names = Object.keys(properties);
    const key = JSON.stringify(names);
    const known = this.#byNames.get(key);
    if (known) return known;
    const shape = {
      number: this.all.length + 1,
      names,
      columns: names.map((name) => this.#column(name)),
      labels: names.map((name, i) => `${i === 0 ? "" : ","}${JSON.stringify(name)}:`),
    };
    this.all.push(shape);
    this.#byNames.set(key, shape);
    return shape;
  }

  #column(name: string): Column {
    const column = this.columns.get(name) ?? new Column(name, this.#heap);
    this.columns.set(name, column);
    return column;
  }
}

function fits(shape: Shape, properties: Properties): boolean {
  let i = 0;
  for (const name in properties) if (shape.names[i++] !== name) return false;
  return i === shape.names.length;
}
