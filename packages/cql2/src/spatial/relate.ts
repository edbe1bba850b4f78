import { compareDirections } from "./directions.ts";
import type { EdgeTree } from "./edge-tree.ts";
import type { Form } from "./form.ts";
import { type Location, locateInArea } from "./locate.ts";
import { type Dimension, Matrix } from "./matrix.ts";
import { type Kind, Meetings, type Spoke } from "./meetings.ts";

/** One of two forms that are related to each other. */
class Side {
  readonly form: Form;
  readonly other: Form;
  /** Records the intersection of a part of this form with a part of the other. */
  readonly raise: (own: Location, others: Location, dimension: Dimension) => void;
  /** Whether part of this area's outline runs inside the other area, and outside it. */
  runsInside = false;
  runsOutside = false;

  constructor(form: Form, other: Form, raise: Side["raise"]) {
    this.form = form;
    this.other = other;
    this.raise = raise;
  }

  /** Records where an edge of this form, or part of one, lies relative to the other form. */
  note(kind: Kind, location: Location, isOnLine = false): void {
    this.raise(kind === "area" ? "boundary" : "interior", location, 1);
    if (kind !== "area") return;
    if (location === "interior" && !isOnLine) this.runsInside = true;
    if (location === "exterior" || isOnLine) this.runsOutside = true;
  }

  /** The location of a place on an edge of this form. */
  locationOf(x: number, y: number, spokes: readonly Spoke[]): Location {
    const isBoundary = spokes.some(({ kind }) => kind === "area") || this.form.isLineEnd(x, y);
    return isBoundary ? "boundary" : "interior";
  }
}

/** Whether areas have common edges with both on the same side, and with one on either side. */
interface CommonEdges {
  together: boolean;
  apart: boolean;
}

/**
 * The exact DE-9IM matrix of two forms. It examines the places where their edges meet: between two
 * of them, an edge stays inside or outside the other form, and its direction at the place tells
 * which.
 */
export function relate(a: Form, b: Form): Matrix {
  const matrix = new Matrix();
  const sideA = new Side(a, b, (own, others, dimension) => matrix.raise(own, others, dimension));
  const sideB = new Side(b, a, (own, others, dimension) => matrix.raise(others, own, dimension));
  const meetings = new Meetings(a, b);
  relateCrossings(meetings, sideA, sideB);
  const common = relatePlaces(meetings, sideA, sideB);
  for (const [side, met] of [
    [sideA, meetings.metA],
    [sideB, meetings.metB],
  ] as const) {
    relateFreePaths(side, met);
    relatePoints(side);
  }
  relateAreas(sideA, sideB, common);
  return matrix;
}

/** Where edges cross, each has parts on both sides of the other. */
function relateCrossings({ crossings }: Meetings, sideA: Side, sideB: Side): void {
  for (const { a, b } of crossings) {
    const [ofA, ofB] = [a, b].map((kind) => (kind === "area" ? "boundary" : "interior")) as [
      Location,
      Location,
    ];
    sideA.raise(ofA, ofB, 0);
    sideA.note(a, "exterior");
    sideB.note(b, "exterior");
    if (b === "area") sideA.note(a, "interior");
    if (a === "area") sideB.note(b, "interior");
  }
}

function relatePlaces({ places }: Meetings, sideA: Side, sideB: Side): CommonEdges {
  const common = { together: false, apart: false };
  for (const { x, y, ...spokes } of places) {
    const a = [...spokes.a.values()];
    const b = [...spokes.b.values()];
    sideA.raise(sideA.locationOf(x, y, a), sideB.locationOf(x, y, b), 0);
    const order = (one: Spoke, other: Spoke) =>
      compareDirections(x, y, one.x, one.y, other.x, other.y);
    relateSpokes(sideA, a, b.sort(order), order, common);
    relateSpokes(sideB, b, a.sort(order), order, common);
  }
  return common;
}

/**
 * Where the spokes of one side run relative to the spokes of the other, in order around a place.
 */
function relateSpokes(
  side: Side,
  spokes: readonly Spoke[],
  others: readonly Spoke[],
  order: (a: Spoke, b: Spoke) => number,
  common: CommonEdges,
): void {
  const outline = others.filter(({ kind }) => kind === "area");
  for (const spoke of spokes) {
    const same = others.find((other) => order(other, spoke) === 0);
    if (same?.kind === "area") {
      side.note(spoke.kind, "boundary");
      if (spoke.kind === "area") {
        common[same.areaOnLeft === spoke.areaOnLeft ? "together" : "apart"] = true;
      }
    } else if (same) {
      side.note(spoke.kind, "interior", true);
    } else {
      // Clockwise, the next edge of the other area has that area on its left.
      const before = outline.findLast((other) => order(other, spoke) < 0) ?? outline.at(-1);
      side.note(spoke.kind, before?.areaOnLeft ? "interior" : "exterior");
    }
  }
}

/** Paths that meet no edge of the other form: one vertex decides the side. */
function relateFreePaths(side: Side, met: Readonly<Record<Kind, Uint8Array>>): void {
  for (const kind of ["area", "lines"] as const) {
    const tree = side.form[kind];
    if (!tree) continue;
    const { xy, ends, paths } = tree.edges;
    for (let path = 0; path + 1 < paths.length; path++) {
      if (met[kind][path] === 1) continue;
      const vertex = 2 * ends[2 * paths[path]!]!;
      const { area } = side.other;
      side.note(kind, area ? locateInArea(area, xy[vertex]!, xy[vertex + 1]!) : "exterior");
    }
  }
}

/** Points, and the ends of lines. */
function relatePoints({ form, other, raise }: Side): void {
  const { points, lineEnds } = form;
  for (const [x, y] of placesOf(points)) raise("interior", other.locate(x, y), 0);
  for (const [x, y] of placesOf(lineEnds)) raise("boundary", other.locate(x, y), 0);
}

function* placesOf(points: EdgeTree | undefined): Generator<[x: number, y: number]> {
  const xy = points?.edges.xy ?? [];
  for (let i = 0; i < xy.length; i += 2) yield [xy[i]!, xy[i + 1]!];
}

/** Derives the intersection of areas from the course of their outlines. */
function relateAreas(a: Side, b: Side, { together, apart }: CommonEdges): void {
  if (a.form.area && b.form.area) {
    if (a.runsInside || b.runsInside || together) a.raise("interior", "interior", 2);
    if (a.runsOutside || b.runsInside || apart) a.raise("interior", "exterior", 2);
    if (b.runsOutside || a.runsInside || apart) b.raise("interior", "exterior", 2);
  } else if (a.form.area) {
    a.raise("interior", "exterior", 2);
  } else if (b.form.area) {
    b.raise("interior", "exterior", 2);
  }
}
