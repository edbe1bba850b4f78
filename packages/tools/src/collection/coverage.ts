import { parseTimeMs, printInstant } from "@emberline/geo";
import { named, quoted } from "../values/text.ts";

/** Epoch milliseconds, both ends included; open ends are infinite. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Of which time the data of a collection are complete, as its service declares it. */
export interface Coverage {
  /** Merged, oldest first; null if nothing is declared. */
  readonly spans: readonly Span[] | null;
  /** Times without observations of one of the sources. */
  readonly gaps: readonly (Span & { readonly source: string })[];
}

/** The member `coverage` of a description (an extension); what cannot be read is not declared. */
export function coverageFrom(value: unknown): Coverage {
  const { intervals, gaps } = (value ?? {}) as { intervals?: unknown; gaps?: unknown };
  return {
    spans: Array.isArray(intervals) ? merged(intervals.flatMap((each) => spanFrom(each))) : null,
    gaps: (Array.isArray(gaps) ? gaps : []).flatMap((gap) => {
      const { source, interval } = gap ?? {};
      return typeof source === "string"
        ? spanFrom(interval).map((span) => ({ ...span, source }))
        : [];
    }),
  };
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

interface Covered {
  readonly id: string;
  readonly coverage?: Coverage | undefined;
}

/**
 * Why not all of a time has complete data, as sentences; none if it has, or nothing is declared.
 *
 * @param asked null for all that there is
 */
export function uncoveredIn({ id, coverage }: Covered, asked: Span | null, nowMs: number) {
  const { spans = null, gaps = [] } = coverage ?? {};
  if (spans?.length === 0) return [`${named(id)} has not been read completely yet.`];
  if (asked === null) return [];
  const time = untilNow(asked, nowMs);
  const silent = gaps
    .filter((gap) => gap.startMs < time.endMs && gap.endMs > time.startMs)
    .map(({ source, ...gap }) => `${quoted(source, 120)} has no observation ${spanText(gap)}.`);
  if (spans === null || spans.some((span) => contains(span, time))) return silent;
  const known = spans.map(spanText).join(" and ");
  return [
    `${named(id)} is complete only ${known}: of other times in the time asked, features are missing.`,
    ...silent,
  ];
}

/** What is not yet cannot be missing. */
function untilNow({ startMs, endMs }: Span, nowMs: number): Span {
  return { startMs, endMs: Math.max(startMs, Math.min(endMs, nowMs)) };
}

function contains(span: Span, time: Span): boolean {
  return span.startMs <= time.startMs && time.endMs <= span.endMs;
}

function spanText({ startMs, endMs }: Span): string {
  const from = Number.isFinite(startMs) ? `from ${printInstant(startMs)} ` : "";
  return `${from}${Number.isFinite(endMs) ? `to ${printInstant(endMs)}` : "to now"}`;
}

/** From when on a time is complete; undefined if nothing of it is. */
export function completeFrom(spans: readonly Span[], { startMs, endMs }: Span): number | undefined {
  const first = spans.find((span) => span.endMs >= startMs && span.startMs <= endMs);
  return first && Math.max(first.startMs, startMs);
}
