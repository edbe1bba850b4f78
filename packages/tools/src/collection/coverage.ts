import { type Bbox, type Box, flatBox, printInstant } from "@emberline/geo";
import { named, quoted } from "../values/text.ts";

/** Epoch milliseconds, both ends included; open ends are infinite. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Time and place together: complete in its boxes, at its times. */
export interface CoveredSet {
  /** Merged, oldest first; null if nothing is declared. */
  readonly spans: readonly Span[] | null;
  /** The only areas that are read; none for the world. */
  readonly boxes: readonly Box[];
}

/**
 * Of which time and place the data of a collection are complete, as its service declares it. Of
 * several sets, `spans` and `boxes` are those of all.
 */
export interface Coverage extends CoveredSet {
  /** Times without observations of one of the sources. */
  readonly gaps: readonly (Span & { readonly source: string })[];
  /** Of its sources, by the category of their features; none if they are of the world. */
  readonly countries: readonly CountriesOf[];
  /** Data that cover other times in other places; none if all cover the same. */
  readonly sets: readonly CoveredSet[];
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
 * What is covered of an area: of several sets, those that hold it whole.
 *
 * @param bbox degrees; null for all that there is
 */
export function coverageIn<Info extends Covered>(info: Info, bbox: Bbox | null): Info {
  const { coverage } = info;
  if (!coverage || coverage.sets.length === 0 || !bbox) return info;
  const holding = coverage.sets.filter(({ boxes }) => areHeld(flatBox(bbox), boxes));
  const covered =
    holding.length > 0 ? unionOf(holding) : { ...unionOf(coverage.sets), spans: null };
  return { ...info, coverage: { ...coverage, ...covered } };
}

/** What any of several sets covers. */
export function unionOf(sets: readonly CoveredSet[]): CoveredSet {
  const isAlways = sets.some(({ spans }) => spans === null);
  const isOfWorld = sets.some(({ boxes }) => boxes.length === 0);
  return {
    spans: isAlways ? null : merged(sets.flatMap(({ spans }) => spans ?? [])),
    boxes: isOfWorld ? [] : sets.flatMap(({ boxes }) => boxes),
  };
}

/** Whether one of the boxes holds a box; none hold all. */
export function areHeld(asked: Box, boxes: readonly Box[]): boolean {
  return boxes.length === 0 || boxes.some((box) => holds(box, asked));
}

function holds(box: Box, [west, south, east, north]: Box): boolean {
  const [left, bottom, right, top] = box;
  if (south < bottom || north > top) return false;
  // Both from the western edge of the covered box.
  const from = (lon: number) => (((lon - left) % 360) + 360) % 360;
  const width = right - left >= 360 ? 360 : from(right);
  const asked = east - west >= 360 ? 360 : (((east - west) % 360) + 360) % 360;
  return width >= 360 || from(west) + asked <= width;
}

/** Times are declared in whole seconds: an end covers its second. */
const lastSecondMs = 999;

/** Spans that touch are one. */
export function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = found.at(-1);
    if (last && span.startMs <= last.endMs + lastSecondMs + 1)
      found[found.length - 1] = { ...last, endMs: Math.max(last.endMs, span.endMs) };
    else found.push(span);
  }
  return found;
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
  return span.startMs <= time.startMs && time.endMs <= span.endMs + lastSecondMs;
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
