import type { BooleanExpression } from "../src/index.ts";

const a = { property: "a" };
const b = { property: "b" };
const geometry = { property: "geometry" };
const point = { type: "Point" as const, coordinates: [7.5, -49.25] };
const call = (op: string, ...args: unknown[]) => ({ op, args }) as BooleanExpression;

/**
 * CQL2 text as the printer writes it, and its tree, for every operator and literal of the standard.
 */
export const cases: readonly (readonly [text: string, tree: BooleanExpression])[] = [
  ["a = 1", call("=", a, 1)],
  ["a <> -2.5", call("<>", a, -2.5)],
  ["a < 1e-7", call("<", a, 1e-7)],
  ["a <= b", call("<=", a, b)],
  ["a > 'it''s'", call(">", a, "it's")],
  ["a >= TRUE", call(">=", a, true)],
  ["TRUE", true],
  ["FALSE", false],
  ["a = 1 AND b = 2 AND a = b", call("and", call("=", a, 1), call("=", b, 2), call("=", a, b))],
  ["a = 1 OR b = 2", call("or", call("=", a, 1), call("=", b, 2))],
  [
    "a = 1 AND (b = 2 OR b = 3)",
    call("and", call("=", a, 1), call("or", call("=", b, 2), call("=", b, 3))),
  ],
  [
    "a = 1 OR b = 2 AND b = 3",
    call("or", call("=", a, 1), call("and", call("=", b, 2), call("=", b, 3))),
  ],
  ["NOT a = 1", call("not", call("=", a, 1))],
  ["NOT (a = 1 AND b = 2)", call("not", call("and", call("=", a, 1), call("=", b, 2)))],
  ["NOT (NOT a = 1)", call("not", call("not", call("=", a, 1)))],
  ["a LIKE 'x\\%_%'", call("like", a, "x\\%_%")],
  ["a NOT LIKE 'x%'", call("not", call("like", a, "x%"))],
  ["CASEI(a) LIKE CASEI('X%')", call("like", call("casei", a), call("casei", "X%"))],
  ["ACCENTI(a) = ACCENTI('é')", call("=", call("accenti", a), call("accenti", "é"))],
  ["a BETWEEN 1 AND 2", call("between", a, 1, 2)],
  ["a NOT BETWEEN 1 AND b", call("not", call("between", a, 1, b))],
  ["a IN (1, 2)", call("in", a, [1, 2])],
  ["a NOT IN ('x')", call("not", call("in", a, ["x"]))],
  ["a IS NULL", call("isNull", a)],
  ["a IS NOT NULL", call("not", call("isNull", a))],
  ["a + b * 2 = 1", call("=", call("+", a, call("*", b, 2)), 1)],
  ["(a + b) * 2 = 1", call("=", call("*", call("+", a, b), 2), 1)],
  ["a - (b - 1) = 1", call("=", call("-", a, call("-", b, 1)), 1)],
  ["a - b - 1 = 1", call("=", call("-", call("-", a, b), 1), 1)],
  ["a / b % 2 DIV 3 = 1", call("=", call("div", call("%", call("/", a, b), 2), 3), 1)],
  ["a ^ 2 * 3 = 1", call("=", call("*", call("^", a, 2), 3), 1)],
  ["(a ^ 2) ^ 3 = 1", call("=", call("^", call("^", a, 2), 3), 1)],
  ["-1 * a = 1", call("=", call("*", -1, a), 1)],
  ["a = DATE('2024-02-29')", call("=", a, { date: "2024-02-29" })],
  [
    "a > TIMESTAMP('2024-02-29T12:00:00.5Z')",
    call(">", a, { timestamp: "2024-02-29T12:00:00.5Z" }),
  ],
  [
    "T_AFTER(a, INTERVAL('2024-01-01', '..'))",
    call("t_after", a, { interval: ["2024-01-01", ".."] }),
  ],
  ...[
    "t_before",
    "t_contains",
    "t_disjoint",
    "t_during",
    "t_equals",
    "t_finishedBy",
    "t_finishes",
    "t_intersects",
    "t_meets",
    "t_metBy",
    "t_overlappedBy",
    "t_overlaps",
    "t_startedBy",
    "t_starts",
  ].map(
    (op) =>
      [
        `${op.toUpperCase()}(INTERVAL(a, b), DATE('2024-01-01'))`,
        call(op, { interval: [a, b] }, { date: "2024-01-01" }),
      ] as const,
  ),
  ...[
    "s_contains",
    "s_crosses",
    "s_disjoint",
    "s_equals",
    "s_intersects",
    "s_overlaps",
    "s_touches",
    "s_within",
  ].map(
    (op) =>
      [`${op.toUpperCase()}(geometry, POINT(7.5 -49.25))`, call(op, geometry, point)] as const,
  ),
  ...["a_containedBy", "a_contains", "a_equals", "a_overlaps"].map(
    (op) => [`${op.toUpperCase()}(a, ('x', 1, TRUE))`, call(op, a, ["x", 1, true])] as const,
  ),
  ["A_CONTAINS(a, (1))", call("a_contains", a, [1])],
  ["A_EQUALS(a, ())", call("a_equals", a, [])],
  ["A_EQUALS(a, ((1), ((2, 3))))", call("a_equals", a, [[1], [[2, 3]]])],
  ["A_EQUALS(a, ((b + 1) * 2, b))", call("a_equals", a, [call("*", call("+", b, 1), 2), b])],
  [
    "S_INTERSECTS(geometry, BBOX(170, -10, -170, 10))",
    call("s_intersects", geometry, { bbox: [170, -10, -170, 10] }),
  ],
  [
    "S_WITHIN(geometry, BBOX(1, 2, 0, 3, 4, 9))",
    call("s_within", geometry, { bbox: [1, 2, 0, 3, 4, 9] }),
  ],
  [
    "S_EQUALS(geometry, POINT Z (1 2 3))",
    call("s_equals", geometry, { type: "Point", coordinates: [1, 2, 3] }),
  ],
  [
    "S_EQUALS(geometry, MULTIPOINT((1 2), (3 4)))",
    call("s_equals", geometry, {
      type: "MultiPoint",
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    }),
  ],
  [
    "S_EQUALS(geometry, LINESTRING(1 2, 3 4))",
    call("s_equals", geometry, {
      type: "LineString",
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    }),
  ],
  [
    "S_EQUALS(geometry, MULTILINESTRING((1 2, 3 4), (5 6, 7 8)))",
    call("s_equals", geometry, {
      type: "MultiLineString",
      coordinates: [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
    }),
  ],
  [
    "S_EQUALS(geometry, POLYGON((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1)))",
    call("s_equals", geometry, {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 0],
        ],
        [
          [2, 1],
          [3, 1],
          [3, 2],
          [2, 1],
        ],
      ],
    }),
  ],
  [
    "S_EQUALS(geometry, MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0))))",
    call("s_equals", geometry, {
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ],
    }),
  ],
  [
    "S_EQUALS(geometry, GEOMETRYCOLLECTION(POINT(1 2), LINESTRING Z (1 2 3, 4 5 6)))",
    call("s_equals", geometry, {
      type: "GeometryCollection",
      geometries: [
        { type: "Point", coordinates: [1, 2] },
        {
          type: "LineString",
          coordinates: [
            [1, 2, 3],
            [4, 5, 6],
          ],
        },
      ],
    }),
  ],
  ["avg(a, 'm', (1, 2)) > 3", call(">", call("avg", a, "m", [1, 2]), 3)],
  ["isBurning()", call("isBurning")],
  ['"my function"() = 1', call("=", call("my function"), 1)],
  ['"a b" = "like"', call("=", { property: "a b" }, { property: "like" })],
  ['"say ""hi""" = 1', call("=", { property: 'say "hi"' }, 1)],
  ["eo:cloud_cover = größe.x", call("=", { property: "eo:cloud_cover" }, { property: "größe.x" })],
  ["a = 'C:\\\\'", call("=", a, "C:\\")],
  ["a = 'C:\\x'", call("=", a, "C:\\x")],
];
