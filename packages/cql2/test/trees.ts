import fc from "fast-check";
import type { BooleanExpression, Geometry, Position } from "../src/index.ts";

/** Arbitrary well-formed trees, for property tests. */

const names = fc.oneof(
  fc.constantFrom("a", "b", "eo:cloud_cover", "Ünïcode", "date", "like", "x.y", "Point", "and"),
  fc.string({ minLength: 1, maxLength: 8, unit: "binary" }),
);
const property = names.map((name) => ({ property: name }));
const number = fc
  .oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((n) => n + 0);
const text = fc.oneof(
  fc.string({ maxLength: 10, unit: "binary" }),
  fc
    .array(fc.constantFrom("'", "\\", '"', "%", "_", "a", "é"), { maxLength: 6 })
    .map((c) => c.join("")),
);
const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((d) => d.toISOString());
const date = day.map((d) => ({ date: d.slice(0, 10) }));
const moment = day.map((d) => d.replace(/\.?0*Z$/, "Z"));
const timestamp = moment.map((m) => ({ timestamp: m }));
const intervalEnd = fc.oneof(
  fc.constant(".."),
  moment,
  day.map((d) => d.slice(0, 10)),
  property,
);
const interval = fc.tuple(intervalEnd, intervalEnd).map((ends) => ({ interval: ends }));

const coordinate = fc.oneof(fc.integer({ min: -90, max: 90 }), fc.constantFrom(0.1, -33.25, 1e-7));
const position = (dimensions: number): fc.Arbitrary<Position> =>
  dimensions === 2
    ? fc.tuple(coordinate, coordinate)
    : fc.tuple(coordinate, coordinate, coordinate);
const line = (dimensions: number, least: number) =>
  fc.array(position(dimensions), { minLength: least, maxLength: 4 });
const ring = (dimensions: number) =>
  line(dimensions, 3).map((positions): Position[] => [...positions, [...positions[0]!]]);
const few = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 3 });
const simpleGeometry = (n: number): fc.Arbitrary<Geometry> =>
  fc.oneof(
    position(n).map((coordinates) => ({ type: "Point" as const, coordinates })),
    few(position(n)).map((coordinates) => ({ type: "MultiPoint" as const, coordinates })),
    line(n, 2).map((coordinates) => ({ type: "LineString" as const, coordinates })),
    few(line(n, 2)).map((coordinates) => ({ type: "MultiLineString" as const, coordinates })),
    few(ring(n)).map((coordinates) => ({ type: "Polygon" as const, coordinates })),
    few(few(ring(n))).map((coordinates) => ({ type: "MultiPolygon" as const, coordinates })),
  );
const anyGeometry = fc.constantFrom(2, 3).chain(simpleGeometry);
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  { weight: 5, arbitrary: anyGeometry },
  {
    weight: 1,
    arbitrary: few(anyGeometry).map((geometries) => ({
      type: "GeometryCollection" as const,
      geometries,
    })),
  },
);
const bbox = fc
  .constantFrom(4, 6)
  .chain((n) => fc.array(coordinate, { minLength: n, maxLength: n }))
  .map((numbers) => ({ bbox: numbers }));

const pair = <T>(of: fc.Arbitrary<T>) => fc.tuple(of, of);
const operation = (ops: readonly string[], args: fc.Arbitrary<unknown[]>) =>
  fc.record({ op: fc.constantFrom(...ops), args }, { noNullPrototype: true });

/** Names of functions; none is the name of an operator, as which CQL2 JSON would read it. */
const functionName = fc.constantFrom("avg", "Buffer", "ünï", "POINT", "between two", "T_X");

const { condition } = fc.letrec((tie) => {
  const call = fc.record(
    { op: functionName, args: fc.array(tie("argument"), { maxLength: 3 }) },
    { noNullPrototype: true },
  );
  const numeric = fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    number,
    property,
    operation(["+", "-", "*", "/", "%", "div", "^"], pair(tie("numeric"))),
    call,
  );
  const characters = fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    property,
    operation(["casei", "accenti"], fc.tuple(tie("characters"))),
    call,
  );
  const pattern = fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    text,
    operation(["casei", "accenti"], fc.tuple(tie("pattern"))),
  );
  const scalar = fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    number,
    text,
    fc.boolean(),
    property,
    date,
    timestamp,
    numeric,
    characters,
    tie("condition"),
  );
  const argument = fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalar,
    geometry,
    bbox,
    interval,
    fc.array(tie("argument"), { maxLength: 3 }),
  );
  const spatial = fc.oneof(geometry, bbox, property, call);
  const temporal = fc.oneof(date, timestamp, interval, property, call);
  const array = fc.oneof(fc.array(tie("argument"), { maxLength: 3 }), property, call);
  return {
    call,
    numeric,
    characters,
    pattern,
    argument,
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      operation(["=", "<>", "<", "<=", ">", ">="], pair(scalar)),
      fc.boolean(),
      call,
      operation(["and", "or"], fc.array(tie("condition"), { minLength: 2, maxLength: 3 })),
      operation(["not"], fc.tuple(tie("condition"))),
      operation(["like"], fc.tuple(characters, pattern)),
      operation(["between"], fc.tuple(scalar, scalar, scalar)),
      operation(["in"], fc.tuple(scalar, few(scalar))),
      operation(["isNull"], fc.tuple(fc.oneof(scalar, geometry, bbox, interval))),
      operation(["s_intersects", "s_contains", "s_touches"], pair(spatial)),
      operation(["t_after", "t_metBy", "t_overlappedBy"], pair(temporal)),
      operation(["a_contains", "a_containedBy", "a_equals"], pair(array)),
    ),
  };
});

export const trees = condition as fc.Arbitrary<BooleanExpression>;
