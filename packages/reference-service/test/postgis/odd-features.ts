import type { BooleanExpression, Expression } from "@emberline/cql2";
import { seededRandom } from "@emberline/test-support/random";
import { parseFeature } from "../../src/import/parse-feature.ts";
import { Refusal } from "../../src/import/report.ts";
import type { Selection, TimedFeature } from "../../src/store/feature-store.ts";
import { below, pick } from "../store-oracle.ts";

const random = seededRandom(20261124);
const some = <T>(items: readonly T[]): T => pick(random, items);

const ids = [
  "'; DROP TABLE emberline.hotspots; --",
  '"quoted"',
  "nul \u0000 and \u0001",
  "\u0001\u0001",
  "tab\t newline\n return\r",
  "back\\slash \\. \\N",
  "e\u0301",
  "\u00e9",
  "$1::text",
  "🔥",
  "\uffff",
  "火".repeat(860),
  "x".repeat(1000),
];

const names = [
  '"; DROP TABLE hotspots; --',
  "it's",
  "a.b->c",
  "$1",
  "e\u0301",
  "\u00e9",
  "nul\u0000",
  "constructor",
  "body",
  "list",
  "mixed",
  "when",
  "number",
];

const texts = [
  ...["", "1", "1.0", "01", "1e0", "true", "null", " ", "a%b", "a_b", "a\\b", "a\\%b", "%", "_"],
  ...["ABC", "abc", "Ä", "ä", "A\u0308", "a\u0308", "ß", "SS", "ss", "İ", "ı", "i", "ǆ", "ŀ"],
  ...["line\nbreak", "tab\t", "nul\u0000", "half \ud800", "🔥", "🔥🔥", "\uffff", "火"],
  ...["2025-07-01", "2025-07-01T00:00:00Z", "2025-07-01T02:00:00+02:00", "2025-07-01T00:00:00.5Z"],
  ...["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2016-12-31T23:59:60Z", "2025-02-30"],
  "'; DROP TABLE hotspots; --",
];

const numbers = [
  ...[0, -0, 1, -1, 1.5, 0.1, 0.30000000000000004, 1e21, 1e300, -1e308, 1.7976931348623157e308],
  ...[5e-324, 2.2250738585072014e-308, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 2 ** 64],
];

const values: readonly unknown[] = [
  ...texts,
  ...numbers,
  ...[null, true, false, [], [1, 2], ["a", "b"], ["1", 1], [[1]], {}, { a: 1 }, { type: "x" }],
  { type: "Point", coordinates: [1, 2] },
];

const times = texts.filter((text) => /^\d{4}-/.test(text));

/** Near the antimeridian, a pole and the origin. */
function geometry(): unknown {
  const [x, y] = [some([-180, -179.5, 0, 10, 179.5, 180]), some([-90, 0, 45, 90])];
  const line = [
    [x, y],
    [Math.min(180, x + 1), Math.max(-90, y - 1)],
  ];
  return some([
    null,
    { type: "Point", coordinates: [x, y] },
    { type: "Point", coordinates: [x, y, 500] },
    { type: "MultiPoint", coordinates: line },
    { type: "LineString", coordinates: line },
    { type: "GeometryCollection", geometries: [] },
  ]);
}

/** Features that no agency would publish, without those that are refused when they are read. */
export function oddFeatures(count: number): TimedFeature[] {
  return Array.from({ length: count }, (_, i) => {
    const properties: Record<string, unknown> = {};
    for (const name of names) if (random() < 0.6) properties[name] = some(values);
    if (random() < 0.5) properties.number = some(numbers);
    if (random() < 0.5) properties.when = some(times);
    if (random() < 0.7) properties.datetime = some([...times, null, ""]);
    const id = ids[i] ?? `${some(ids).slice(0, 900)} ${i}`;
    return { type: "Feature", id, geometry: geometry(), properties };
  }).flatMap((feature) => {
    try {
      return [parseFeature(JSON.stringify(feature)).feature];
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
}

const comparisons = ["=", "<>", "<", "<=", ">", ">="];
const temporal = [
  ..."t_after t_before t_contains t_disjoint t_during t_equals t_finishedBy t_finishes".split(" "),
  ..."t_intersects t_meets t_metBy t_overlappedBy t_overlaps t_startedBy t_starts".split(" "),
];
const spatial =
  "s_contains s_crosses s_disjoint s_equals s_intersects s_overlaps s_touches s_within";
const patterns = [
  ...["%", "_", "__", "", "a%b", "a\\%b", "a\\_b", "%\\\\%", "\\", "%\n%", "%\u0000%", "%e"],
  ...["É%", "_b", "🔥", "_", "%'%", "1_0", "ab_", "SS", "\ud800"],
];

const operation = (op: string, ...args: unknown[]) => ({ op, args }) as BooleanExpression;
const property = () => ({ property: some([...names, "datetime"]) });
const scalar = () => some<unknown>([some(texts), some(numbers), true, false]);

function instant(): Expression {
  const text = some(["2025-07-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]);
  return some<Expression>([{ date: text.slice(0, 10) }, { timestamp: text }]);
}

function interval(): Expression {
  const ends = ["..", "2016-12-31", "2025-07-01T00:00:00Z", "9999-12-31"];
  const from = below(random, 4);
  return { interval: [ends[from]!, from === 3 ? ".." : some(["..", ...ends.slice(from + 1)])] };
}

function folded(): unknown {
  const name = some(["casei", "accenti"]);
  const inner = operation(name, random() < 0.7 ? property() : some(texts));
  return random() < 0.3 ? operation(name === "casei" ? "accenti" : "casei", inner) : inner;
}

function condition(): BooleanExpression {
  return some<() => BooleanExpression>([
    () => operation(some(comparisons), property(), scalar()),
    () => operation(some(comparisons), property(), scalar()),
    () => operation(some(comparisons), scalar(), property()),
    () => operation(some(comparisons), property(), property()),
    () => operation(some(comparisons), folded(), random() < 0.5 ? some(texts) : folded()),
    () => operation("between", property(), some(numbers), some(numbers)),
    () => operation("in", property(), [some(texts), some(texts), some(texts)]),
    () => operation("in", property(), [some(numbers), some(numbers)]),
    () => operation("like", random() < 0.6 ? property() : folded(), some(patterns)),
    () => operation("isNull", property()),
    () => operation(some(temporal), property(), random() < 0.5 ? instant() : interval()),
    () => operation(some(comparisons), property(), instant()),
    () =>
      operation(
        some(["a_contains", "a_containedBy", "a_equals", "a_overlaps"]),
        property(),
        some([[], [1], [1, 2], ["a"], ["b", "a"], ["1", 1]]),
      ),
    () =>
      operation(
        some(comparisons),
        operation(some(["+", "-", "*", "/", "%", "div", "^"]), property(), some(numbers)),
        some(numbers),
      ),
    () => operation(some(spatial.split(" ")), { property: "geometry" }, { bbox: box() }),
  ])();
}

function box(): NonNullable<Selection["box"]> {
  return some<NonNullable<Selection["box"]>>([
    [179, -90, -179, 90],
    [-180, -90, 180, 90],
    [180, 0, 180, 0],
    [-180, 45, -180, 45],
    [0, 0, 0, 0],
    [170, -10, -170, 50],
    [-1, -1, 400, 11, 46, 600],
  ]);
}

function filter(depth: number): BooleanExpression {
  if (depth === 0 || random() < 0.4) return condition();
  if (random() < 0.3) return operation("not", filter(depth - 1));
  return operation(some(["and", "or"]), filter(depth - 1), filter(depth - 1));
}

const instants = [-Infinity, -6.2e13, 0, Date.UTC(2025, 6, 1), 2.5e14, Infinity];

export function oddSelection(): Selection {
  const from = below(random, instants.length - 1);
  const to = from + 1 + below(random, instants.length - 1 - from);
  return {
    ...(random() < 0.2 && { box: box() }),
    ...(random() < 0.2 && { interval: { start: instants[from]!, end: instants[to]! } }),
    ...(random() < 0.9 && { filter: filter(2) }),
  };
}
