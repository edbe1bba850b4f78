import type { Box, Geometry } from "@emberline/geo";
import type { PreparedGeometry, SpatialEngine } from "./evaluate/spatial.ts";
import { isWithinDistance } from "./spatial/distance.ts";
import { hasShape } from "./spatial/has-shape.ts";
import { Predicates } from "./spatial/predicates.ts";
import { Shape } from "./spatial/shape.ts";
import type { Steps } from "./spatial/steps.ts";
import type { Expression } from "./values/tree.ts";

export { repairGeometry, repairSteps } from "./spatial/repair.ts";
export { finish, type Steps } from "./spatial/steps.ts";
export { isTangled } from "./spatial/tangled.ts";
export { unionGeometries, unionSteps } from "./spatial/union.ts";

type Shapes = WeakMap<Geometry, Shape | null>;

const shapes: Shapes = new WeakMap();
const shapesInTurns: Shapes = new WeakMap();

function shapeOf(geometry: Geometry, known: Shapes = shapes): Shape | undefined {
  // A point needs no preparation.
  if (geometry.type === "Point") return Shape.of(geometry);
  let shape = known.get(geometry);
  if (shape === undefined) {
    shape = (hasShape(geometry) && Shape.of(geometry, known === shapesInTurns)) || null;
    known.set(geometry, shape);
  }
  return shape ?? undefined;
}

const predicates = new Predicates();

/**
 * Spatial functions for `compile`: exact by DE-9IM in the plane of longitude and
 * latitude, bounding boxes first, invalid polygons repaired. The prepared form
 * of a geometry is cached by object, so never change a geometry in place.
 *
 * @example
 * ```js
 * const isInside = compile(parse("S_WITHIN(geometry, BBOX(8, 44, 10, 46))"), { spatial });
 * const geometry = { type: "Point", coordinates: [9, 45] };
 * isInside({ type: "Feature", geometry, properties: {} }); // → true
 * ```
 */
export const spatial: SpatialEngine = {
  prepare: (geometry) => asPrepared(shapeOf(geometry)),
  prepareLiteral(geometry) {
    const shape = shapeOf(geometry);
    shape?.form;
    return asPrepared(shape);
  },
  test: (operator, a, b) => predicates.test(operator, asShape(a), asShape(b)),
  relate: (a, b, pattern) => predicates.matrix(asShape(a), asShape(b)).matches(pattern),
  isWithinDistance: (a, b, metres) => isWithinDistance(predicates, asShape(a), asShape(b), metres),
};

/**
 * Like `spatial`, for geometries of others that are not to block the event loop: where the valid
 * form of a feature's large geometry is needed, evaluation throws an `UnpreparedError`. Run its
 * steps, then evaluate again.
 *
 * @example
 * ```js
 * const star = Array.from({ length: 101 }, (_, i) => [Math.sin(2.9 * i), Math.cos(2.9 * i)]);
 * const geometry = { type: "Polygon", coordinates: [[...star, star[0]]] };
 * const feature = { type: "Feature", geometry, properties: {} };
 * const filter = parse("S_OVERLAPS(geometry, BBOX(0, 0, 2, 2))");
 * const overlaps = compile(filter, { spatial: spatialInTurns });
 * overlaps(feature); // throws has to be prepared first
 * try {
 *   overlaps(feature);
 * } catch ({ steps }) {
 *   finish(steps());
 * }
 * overlaps(feature); // → true
 * ```
 */
export const spatialInTurns: SpatialEngine = {
  ...spatial,
  prepare: (geometry) => asPrepared(shapeOf(geometry, shapesInTurns)),
};

/**
 * Prepares the geometry literals of a filter in steps of a few milliseconds, so that `compile`
 * finds them prepared: one of 10,000 vertices may take seconds.
 *
 * @throws {Cql2Error} when it crosses itself too often (`limit`)
 * @example
 * ```js
 * const filter = parse("S_WITHIN(geometry, POLYGON((0 0,2 2,2 0,0 2,0 0)))");
 * finish(prepareSteps(filter)); // → undefined
 * ```
 */
export function* prepareSteps(filter: Expression): Steps<void> {
  for (const geometry of geometriesOf(filter)) yield* shapeOf(geometry)?.formSteps() ?? [];
}

function* geometriesOf(node: unknown): Generator<Geometry> {
  if (typeof node !== "object" || node === null) return;
  if ("coordinates" in node || "geometries" in node) yield node as Geometry;
  else for (const part of Object.values(node)) yield* geometriesOf(part);
}

/**
 * A geometry that a store keeps elsewhere: `box` is its extent in the plane, and `read`
 * loads it when the box does not decide. It must have a shape (closed
 * rings, lines of two positions).
 *
 * @example
 * ```js
 * const line = { type: "LineString", coordinates: [[0, 0], [2, 2]] };
 * const stored = prepareStored([0, 0, 2, 2], () => line);
 * const point = spatial.prepare({ type: "Point", coordinates: [1, 1] });
 * spatial.test("s_intersects", stored, point); // → true
 * ```
 */
export function prepareStored(box: Box, read: () => Geometry): PreparedGeometry {
  return asPrepared(new Shape(box, false, read));
}

/**
 * A point, as a store keeps it.
 *
 * @example
 * ```js
 * const box = spatial.prepare({ type: "LineString", coordinates: [[0, 0], [2, 2]] });
 * spatial.test("s_intersects", preparePoint(1, 1), box); // → true
 * ```
 */
export function preparePoint(longitude: number, latitude: number): PreparedGeometry {
  return asPrepared(Shape.at(longitude, latitude));
}

/**
 * Memory used so far by a prepared geometry, in bytes: about 30 per vertex.
 *
 * @example
 * ```js
 * const line = { type: "LineString", coordinates: [[0, 0], [2, 2]] };
 * preparedBytes(spatial.prepare(line)) < 10_000; // → true
 * ```
 */
export function preparedBytes(prepared: PreparedGeometry): number {
  return asShape(prepared).bytes;
}

/** The rest of the package sees only the type of a shape. */
function asPrepared(shape: Shape): PreparedGeometry;
function asPrepared(shape: Shape | undefined): PreparedGeometry | undefined;
function asPrepared(shape: Shape | undefined): PreparedGeometry | undefined {
  return shape as unknown as PreparedGeometry | undefined;
}

function asShape(prepared: PreparedGeometry): Shape {
  return prepared as unknown as Shape;
}
