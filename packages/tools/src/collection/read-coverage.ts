import { flatBox, isBbox, parseTimeMs } from "@emberline/geo";
import { type Coverage, type CoveredSet, merged, type Span, unionOf } from "./coverage.ts";

/** The member `coverage` of a description (an extension); what cannot be read is not declared. */
export function coverageFrom(value: unknown): Coverage {
  const { gaps, countries, sets, ...whole } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const parts = objectsIn(sets).filter(isReadable).map(setFrom);
  return {
    ...(parts.length > 0 ? unionOf(parts) : setFrom(whole)),
    sets: parts,
    gaps: objectsIn(gaps).flatMap(({ source, interval }) =>
      typeof source === "string" ? spanFrom(interval).map((span) => ({ ...span, source })) : [],
    ),
    countries: objectsIn(countries).flatMap(({ category, codes }) =>
      typeof category === "string" && Array.isArray(codes)
        ? [{ category, codes: codes.filter(isPlaceCode) }]
        : [],
    ),
  };
}

/** A set without boxes or intervals covers the world or all time: one that has others does not. */
function isReadable({ intervals, boxes }: Readonly<Record<string, unknown>>): boolean {
  return (
    (intervals === undefined || Array.isArray(intervals)) &&
    (boxes === undefined || (Array.isArray(boxes) && boxes.length > 0 && boxes.every(isBbox)))
  );
}

function setFrom({ intervals, boxes }: Readonly<Record<string, unknown>>): CoveredSet {
  return {
    spans: Array.isArray(intervals) ? merged(intervals.flatMap((each) => spanFrom(each))) : null,
    boxes: Array.isArray(boxes) ? boxes.filter(isBbox).map(flatBox) : [],
  };
}

/** A country, or a part of one such as US-CA (ISO 3166). */
function isPlaceCode(code: unknown): boolean {
  return /^[A-Z]{2}(?:-[A-Z\d]{1,3})?$/.test(String(code));
}

function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.filter(
    (each): each is Record<string, unknown> => typeof each === "object" && each !== null,
  );
}

function spanFrom(value: unknown): Span[] {
  if (!Array.isArray(value)) return [];
  const [startMs, endMs] = [endOf(value[0], -1), endOf(value[1], 1)];
  return startMs === undefined || endMs === undefined ? [] : [{ startMs, endMs }];
}

function endOf(value: unknown, sign: 1 | -1): number | undefined {
  if (value === null) return sign * Number.POSITIVE_INFINITY;
  return typeof value === "string" ? parseTimeMs(value) : undefined;
}
