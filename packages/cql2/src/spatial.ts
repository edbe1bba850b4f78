import type { Geometry } from "@emberline/geo";
import type { PreparedGeometry, SpatialEngine } from "./evaluate/spatial-engine.ts";
import { isWithinDistance } from "./spatial/distance.ts";
import { hasShape } from "./spatial/has-shape.ts";
import { Predicates } from "./spatial/predicates.ts";
import { asPrepared, asShape, Shape } from "./spatial/shape.ts";

export { repairGeometry } from "./spatial/repair.ts";
export { unionGeometries } from "./spatial/union.ts";

const shapes = new WeakMap<Geometry, Shape | null>();

function shapeOf(geometry: Geometry): Shape | null {
  const known = shapes.get(geometry);
  if (known !== undefined) return known;
  const shape = hasShape(geometry) ? (Shape.of(geometry) ?? null) : null;
  shapes.set(geometry, shape);
  return shape;
}

const predicates = new Predicates();

/**
 * Spatial functions for `compile`: exact by DE-9IM (JSTS) in the plane of
 * longitude and latitude, bounding boxes first, invalid polygons repaired.
 * A geometry is prepared once and its preparation kept as long as the object is:
 * a geometry that is changed in place must be a new object.
 *
 * @example
 * ```js
 * const isInside = compile(parse("S_WITHIN(geometry, BBOX(8, 44, 10, 46))"), { spatial });
 * const geometry = { type: "Point", coordinates: [9, 45] };
 * isInside({ type: "Feature", geometry, properties: {} }); // → true
 * ```
 */
export const spatial: SpatialEngine = {
  prepare(geometry: Geometry): PreparedGeometry | undefined {
    const shape = shapeOf(geometry);
    return shape === null ? undefined : asPrepared(shape);
  },
  test: (operator, a, b) => predicates.test(operator, asShape(a), asShape(b)),
  relate: (a, b, pattern) => predicates.matrix(asShape(a), asShape(b)).matches(pattern),
  isWithinDistance: (a, b, metres) => isWithinDistance(predicates, asShape(a), asShape(b), metres),
};
