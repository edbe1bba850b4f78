import { type Box, extentOf, type Geometry, type Properties } from "@emberline/geo";
import type { EpochInterval } from "../values/time.ts";
import { TextHeap, withRoom } from "./column.ts";
import type { TimedFeature } from "./feature-store.ts";
import { IdIndex } from "./id-index.ts";
import { Shapes } from "./shapes.ts";

/** How the geometry of a row is stored. */
const nowhereKind = 0;
const pointKind = 1;
const textKind = 2;
/** A geometry without positions, such as an empty collection: stored as text, without location. */
const emptyTextKind = 3;

/** A geometry as JSON, so that an outline of many positions is neither printed nor read again. */
export interface PrintedGeometry {
  readonly text: string;
  /** Undefined without positions. */
  readonly bounds: Box | undefined;
}

let rowsCreated = 0;

/** Features in columns, in order of arrival; rows are numbered from 0 and never change. */
export class Rows {
  /** Unique in this process, and larger than those of all before. */
  readonly number = rowsCreated++;
  count = 0;
  /** Epoch milliseconds; −Infinity without time, so that such rows come last. */
  starts = new Float64Array(0);
  ends = new Float64Array(0);
  /** Degrees; `west`, `south` is the position of a point. */
  west = new Float64Array(0);
  south = new Float64Array(0);
  /** Allocated with the first row that is not a point. */
  east = new Float64Array(0);
  north = new Float64Array(0);
  hasIntervals = false;
  readonly ids: IdIndex;
  readonly shapes: Shapes;

  #heap = new TextHeap();
  #idPlaces = new Float64Array(0);
  #kinds = new Uint8Array(0);
  #geometryPlaces = new Float64Array(0);
  #shapeOf = new Uint32Array(0);

  constructor() {
    this.shapes = new Shapes(this.#heap);
    this.ids = new IdIndex((row) => this.id(row));
  }

  /**
   * Stores a feature, even if another row has its id.
   * @param printed its geometry, unless that is a point
   */
  add(feature: TimedFeature, printed?: PrintedGeometry): void {
    const row = this.count;
    this.#makeRoom(row);
    this.#idPlaces[row] = this.#heap.add(feature.id);
    this.#setTime(row, feature.time);
    if (printed) this.#setPrinted(row, printed);
    else this.#setGeometry(row, feature.geometry);
    this.#setProperties(row, feature.properties);
    this.ids.add(feature.id, row);
    this.count++;
  }

  id(row: number): string {
    return this.#heap.get(this.#idPlaces[row]!);
  }

  /** Of texts in the order of ids. */
  idOrder(row: number): string {
    return this.#heap.bytesOf(this.#idPlaces[row]!);
  }

  /** Compares the ids of two rows by code point. */
  compareIds(a: number, b: number): number {
    return this.#heap.comparePlaces(this.#idPlaces[a]!, this.#idPlaces[b]!);
  }

  /** Compares a row's id and another by code point. */
  compareId(row: number, id: Buffer): number {
    return this.#heap.compare(this.#idPlaces[row]!, id);
  }

  hasLocation(row: number): boolean {
    const kind = this.#kinds[row]!;
    return kind === pointKind || kind === textKind;
  }

  /** Whether every row is a point, or has no geometry. */
  get arePoints(): boolean {
    return this.#geometryPlaces.length === 0;
  }

  isPoint(row: number): boolean {
    return this.#kinds[row] === pointKind;
  }

  /** Whether a row is a point of two coordinates, or has no geometry. */
  isPlain(row: number): boolean {
    return this.#kinds[row]! <= pointKind;
  }

  bounds(row: number): Box {
    const west = this.west[row]!;
    const south = this.south[row]!;
    return this.isPoint(row)
      ? [west, south, west, south]
      : [west, south, this.east[row]!, this.north[row]!];
  }

  geometry(row: number): Geometry | null {
    if (this.isPoint(row)) {
      return { type: "Point", coordinates: [this.west[row]!, this.south[row]!] };
    }
    const printed = this.printedGeometry(row);
    return printed ? JSON.parse(printed.text) : null;
  }

  /** Undefined for a point, and without a geometry. */
  printedGeometry(row: number): PrintedGeometry | undefined {
    if (!this.isPrinted(row)) return undefined;
    const text = this.#heap.get(this.#geometryPlaces[row]!);
    return { text, bounds: this.hasLocation(row) ? this.bounds(row) : undefined };
  }

  /** Whether the geometry is kept as JSON: neither a point nor null. */
  isPrinted(row: number): boolean {
    const kind = this.#kinds[row]!;
    return kind === textKind || kind === emptyTextKind;
  }

  /**
   * The feature as GeoJSON text, assembled from its columns.
   * @param select the only members that are wanted: names of properties, and `geometry`
   */
  json(row: number, select?: readonly string[]): string {
    const id = JSON.stringify(this.id(row));
    const geometry = !select || select.includes("geometry") ? this.#geometryJson(row) : "null";
    const properties = select ? this.#selectedJson(row, select) : this.#propertiesJson(row);
    return `{"type":"Feature","id":${id},"geometry":${geometry},"properties":${properties}}`;
  }

  /** The properties as they were stored. */
  properties(row: number): Properties | null {
    const number = this.#shapeOf[row]!;
    if (number === 0) return null;
    const { names, columns } = this.shapes.all[number - 1]!;
    // A name such as `__proto__` cannot be assigned.
    return Object.fromEntries(names.map((name, i) => [name, columns[i]!.value(row)]));
  }

  /** Undefined without time. */
  time(row: number): EpochInterval | undefined {
    const start = this.starts[row]!;
    if (start === -Infinity) return undefined;
    return { start, end: this.hasIntervals ? this.ends[row]! : start };
  }

  /** The shape number of a row's properties; 0 if they are null. */
  shapeNumber(row: number): number {
    return this.#shapeOf[row]!;
  }

  #geometryJson(row: number): string {
    const kind = this.#kinds[row];
    if (kind === pointKind) {
      return `{"type":"Point","coordinates":[${this.west[row]},${this.south[row]}]}`;
    }
    return kind === nowhereKind ? "null" : this.#heap.get(this.#geometryPlaces[row]!);
  }

  #propertiesJson(row: number): string {
    const number = this.#shapeOf[row]!;
    if (number === 0) return "null";
    const { columns, labels } = this.shapes.all[number - 1]!;
    let json = "{";
    for (let i = 0; i < columns.length; i++) json += labels[i]! + columns[i]!.json(row);
    return `${json}}`;
  }

  #selectedJson(row: number, select: readonly string[]): string {
    const number = this.#shapeOf[row]!;
    if (number === 0) return "null";
    const { names, columns } = this.shapes.all[number - 1]!;
    const members: string[] = [];
    for (const name of select) {
      const i = names.indexOf(name);
      if (i >= 0) members.push(`${JSON.stringify(name)}:${columns[i]!.json(row)}`);
    }
    return `{${members.join()}}`;
  }

  #makeRoom(row: number): void {
    this.#idPlaces = withRoom(this.#idPlaces, row);
    this.starts = withRoom(this.starts, row);
    this.west = withRoom(this.west, row);
    this.south = withRoom(this.south, row);
    this.#kinds = withRoom(this.#kinds, row);
    this.#shapeOf = withRoom(this.#shapeOf, row);
    if (this.hasIntervals) this.ends = withRoom(this.ends, row);
  }

  #setTime(row: number, time: EpochInterval | undefined): void {
    this.starts[row] = time ? time.start : -Infinity;
    const end = time ? time.end : Infinity;
    if (!this.hasIntervals && time && time.start !== time.end) {
      this.hasIntervals = true;
      this.ends = Float64Array.from(this.starts);
    }
    if (this.hasIntervals) this.ends[row] = end;
  }

  #setGeometry(row: number, geometry: Geometry | null): void {
    if (!geometry) {
      this.#kinds[row] = nowhereKind;
      return;
    }
    if (geometry.type === "Point" && geometry.coordinates.length === 2) {
      this.#kinds[row] = pointKind;
      this.west[row] = geometry.coordinates[0];
      this.south[row] = geometry.coordinates[1];
      return;
    }
    this.#setPrinted(row, { text: JSON.stringify(geometry), bounds: extentOf(geometry) });
  }

  #setPrinted(row: number, { text, bounds }: PrintedGeometry): void {
    this.#geometryPlaces = withRoom(this.#geometryPlaces, row);
    this.#geometryPlaces[row] = this.#heap.add(text);
    this.#kinds[row] = bounds ? textKind : emptyTextKind;
    if (!bounds) return;
    this.east = withRoom(this.east, row);
    this.north = withRoom(this.north, row);
    this.west[row] = bounds[0];
    this.south[row] = bounds[1];
    this.east[row] = bounds[2];
    this.north[row] = bounds[3];
  }

  #setProperties(row: number, properties: Properties | null): void {
    if (!properties) return;
    const { number, columns } = this.shapes.of(properties);
    this.#shapeOf[row] = number;
    const values = Object.values(properties);
    for (let i = 0; i < columns.length; i++) columns[i]!.set(row, values[i]);
  }
}
