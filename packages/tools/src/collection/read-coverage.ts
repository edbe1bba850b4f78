import { flatBox, isBbox, parseTimeMs } from "@emberline/geo";
import type { Coverage, Span } from "./coverage.ts";

/** The member `coverage` of a description (an extension); what cannot be read is not declared. */
export function coverageFrom(value: unknown): Coverage {
  const { intervals, gaps, countries, boxes } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return {
    spans: Array.isArray(intervals) ? merged(intervals.flatMap((each) => spanFrom(each))) : null,
    gaps: objectsIn(gaps).flatMap(({ source, interval }) =>
      typeof source === "string" ? spanFrom(interval).map((span) => ({ ...span, source })) : [],
    ),
    countries: objectsIn(countries).flatMap(({ category, codes }) =>
      typeof category === "string" && Array.isArray(codes)
        ? [{ category, codes: codes.filter(isPlaceCode) }]
        : [],
    ),
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

function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = found.at(-1);
    if (last && span.startMs <= last.endMs + 1)
      found[found.length - 1] = { ...last, endMs: Math.max(last.endMs, span.endMs) };
    else found.push(span);
  }
  return found;
}
