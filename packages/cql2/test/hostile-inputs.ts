import fc from "fast-check";

/** Bytes that look like filters reach deeper into a parser than others. */
export const fragments = fc.constantFrom(
  ..."( ) [ ] ' \" , = <> < <= + - * / % ^ ; . .. AND OR NOT LIKE ILIKE BETWEEN IN IS NULL TRUE DIV".split(
    " ",
  ),
  ..."a \"b\" 'c' 1 -2.5e3 .5 '%_' DATE('2024-01-01') TIMESTAMP('x') INTERVAL( BBOX( POINT(1 POLYGON((".split(
    " ",
  ),
  ..."S_INTERSECTS( T_AFTER( A_CONTAINS( CASEI( f( 2024-01-01T00:00:00Z/P1D BEFORE DURING SRID=4326; RELATE( DWITHIN(".split(
    " ",
  ),
  "\\",
  "\n",
  "é",
  "\u{10ffff}",
  "\ud800",
);

/** Inputs of this many characters, meant to be slow: random ones, and repetitions of one part. */
export function hostileInputs(length: number): string[] {
  const random = fc.sample(fc.array(fragments, { minLength: 20_000, maxLength: 20_000 }), {
    numRuns: 5,
    seed: 20261121,
  });
  const repeated = [
    ..."( ( a [ ' \" \\' '' - NOT f( a+ a.b 1e5 2024-01-01/ P1D/ a=1_AND_ a_LIKE_'%'_OR_ a_IN_( 1, POINT(1_2),".split(
      " ",
    ),
    "é",
    "😀",
    "\u{10ffff}",
    '{"op":"not","args":[',
    "[[],",
    "a IN (1) AND ",
  ].map((part) => part.replaceAll("_", " ").repeat(length / part.length));
  return [
    ...random.map((parts) => parts.join(" ")),
    ...repeated,
    `a = '${"\\".repeat(length - 10)}'`,
    `S_WITHIN(g, POLYGON((${"1 1,".repeat(length / 4)}`,
  ].map((source) => source.slice(0, length));
}
