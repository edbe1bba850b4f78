import type { TemporalOperator } from "../values/tree.ts";
import { compareInstants as compare, type Instant } from "./instant.ts";

/** A closed span of time; an instant is a span whose ends are the same. */
export interface Span {
  start: Instant;
  end: Instant;
}

type Relation = (a: Span, b: Span) => boolean;

const before: Relation = (a, b) => compare(a.end, b.start) < 0;
const sameStart: Relation = (a, b) => compare(a.start, b.start) === 0;
const sameEnd: Relation = (a, b) => compare(a.end, b.end) === 0;
const startsEarlier: Relation = (a, b) => compare(a.start, b.start) < 0;
const endsEarlier: Relation = (a, b) => compare(a.end, b.end) < 0;
const meets: Relation = (a, b) => compare(a.end, b.start) === 0;
/** A date at an end of `b` is its whole day, so that what happens on it is during `b`. */
const during: Relation = (a, b) =>
  (startsEarlier(b, a) || (isDay(b.start) && sameStart(a, b))) &&
  (endsEarlier(a, b) || (isDay(b.end) && sameEnd(a, b)));
const isDay = ({ from, to }: Instant): boolean => to > from;
const finishes: Relation = (a, b) => startsEarlier(b, a) && sameEnd(a, b);
const starts: Relation = (a, b) => sameStart(a, b) && endsEarlier(a, b);
const overlaps: Relation = (a, b) =>
  startsEarlier(a, b) && compare(a.end, b.start) > 0 && endsEarlier(a, b);
const disjoint: Relation = (a, b) => before(a, b) || before(b, a);

/** Allen's relations, as used by OGC 21-065r2 (Temporal Functions). */
export const relations: Readonly<Record<TemporalOperator, Relation>> = {
  t_after: (a, b) => before(b, a),
  t_before: before,
  t_contains: (a, b) => during(b, a),
  t_disjoint: disjoint,
  t_during: during,
  t_equals: (a, b) => sameStart(a, b) && sameEnd(a, b),
  t_finishedBy: (a, b) => finishes(b, a),
  t_finishes: finishes,
  t_intersects: (a, b) => !disjoint(a, b),
  t_meets: meets,
  t_metBy: (a, b) => meets(b, a),
  t_overlappedBy: (a, b) => overlaps(b, a),
  t_overlaps: overlaps,
  t_startedBy: (a, b) => starts(b, a),
  t_starts: starts,
};
