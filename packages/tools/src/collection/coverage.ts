import { type Box, printInstant } from "@emberline/geo";
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
  /** Of its sources, by the category of their features; none if they are of the world. */
  readonly countries: readonly CountriesOf[];
  /** The only areas that are read; none for the world. */
  readonly boxes: readonly Box[];
}

interface CountriesOf {
  readonly category: string;
  /** ISO 3166-1, two letters. */
  readonly codes: readonly string[];
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
  if (asked && asked.startMs > nowMs)
    return [
      `The time asked has not come yet: it is ${printInstant(nowMs)} now, and nothing is known of it.`,
    ];
  if (spans?.length === 0) return [`${named(id)} has not been read completely yet.`];
  // Without a time, what is kept is asked, up to now.
  const startMs = spans?.[0]?.startMs ?? Number.NEGATIVE_INFINITY;
  const time = untilNow(asked ?? { startMs, endMs: nowMs }, nowMs);
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

/** Since when a collection keeps its features, for answers without a time; null if not known. */
export function keptSince({ id, coverage }: Covered): string | null {
  const [first] = coverage?.spans ?? [];
  if (!first || !Number.isFinite(first.startMs)) return null;
  const since = printInstant(first.startMs);
  return `No time was asked: ${named(id)} is complete only since ${since}, and keeps nothing or not all of before.`;
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
