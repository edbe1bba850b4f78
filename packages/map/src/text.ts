import { ageSteps } from "./theme.ts";

/** Characters that XML 1.0 (section 2.2) forbids, and those that hide or reorder text. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\ufffe\uffff]/gu;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Any text as content or attribute value of XML. */
export function escapeXml(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(forbidden, "")
    .replace(/[&<>"']/g, (character) => escapes[character]!);
}

/** The text, truncated to a maximum length. */
export function cut(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}

/** Advance widths of U+0020 to U+007E in DejaVu Sans 2.37, in hundredths of the font size. */
const advances =
  "32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 77 63 58 77 75 29 29 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 63 28 28 58 28 97 63 61 63 63 41 52 39 63 59 82 59 59 52 64 34 64 84"
    .split(" ")
    .map(Number);

/** The bold face is wider by at most this factor. */
const boldFactor = 1.13;

/**
 * The width of a text in pixels, by the metrics of DejaVu Sans: exact for ASCII and
 * letters with diacritics, an upper estimate for others.
 */
export function textWidth(text: string, sizePx: number, isBold = false): number {
  let hundredths = 0;
  for (const character of text.normalize("NFD")) {
    if (/\p{Mn}/u.test(character)) continue;
    const code = character.codePointAt(0)!;
    hundredths += advances[code - 0x20] ?? (code < 0x2e80 ? 80 : 105);
  }
  return (hundredths / 100) * sizePx * (isBold ? boldFactor : 1);
}

/** Breaks text at spaces, but not at those that join, into lines of at most `maxWidthPx`; a longer word gets its own line. */
export function wrapText(
  text: string,
  maxWidthPx: number,
  sizePx: number,
  isBold = false,
): string[] {
  const lines: string[] = [];
  for (const word of text.split(/[ \n\t]+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, sizePx, isBold) <= maxWidthPx)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A day in words, in UTC, such as `20 Jul 2026`. */
export function dayText(epochMs: number): string {
  const date = new Date(epochMs);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A moment in words, such as `20 Jul 2026, 10:12 UTC`. */
export function instantText(epochMs: number): string {
  const time = new Date(epochMs).toISOString().slice(11, 16);
  return `${dayText(epochMs)}, ${time} UTC`;
}

/** An area in words, with as many digits as it is known by. */
export function areaText(km2: number): string {
  const digits = km2 < 10 ? 1 : 0;
  return `${km2.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits })} km²`;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Age classes, by the age of the oldest drawn feature. */
const scales: readonly {
  withinMs: number;
  unitMs: number;
  unit: string;
  breaks: readonly number[];
}[] = [
  { withinMs: 2 * dayMs, unitMs: hourMs, unit: "h", breaks: [6, 12, 24] },
  { withinMs: 14 * dayMs, unitMs: dayMs, unit: "days", breaks: [1, 3, 7] },
  { withinMs: 120 * dayMs, unitMs: dayMs, unit: "days", breaks: [7, 14, 30] },
  { withinMs: 1100 * dayMs, unitMs: dayMs, unit: "days", breaks: [30, 90, 365] },
  { withinMs: Number.POSITIVE_INFINITY, unitMs: 365.25 * dayMs, unit: "years", breaks: [1, 3, 10] },
];

/** The steps of age on one map, newest first. */
export interface Ages {
  /** The reference time of ages; null if no drawn feature has a time. */
  readonly asOfMs: number | null;
  readonly labels: readonly string[];
  /** 0 (newest) to 3; features without a time are 3. */
  stepOf(timeMs: number | null): number;
}

export function agesOf(times: Iterable<number | null>, asOfMs?: number): Ages {
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of times) {
    if (time === null) continue;
    oldest = Math.min(oldest, time);
    newest = Math.max(newest, time);
  }
  if (oldest > newest) return { asOfMs: null, labels: [], stepOf: () => ageSteps - 1 };
  const asOf = asOfMs ?? newest;
  const { unitMs, unit, breaks } = scales.find(({ withinMs }) => asOf - oldest <= withinMs)!;
  const [first, second, third] = breaks;
  return {
    asOfMs: asOf,
    labels: [
      `under ${first} ${first === 1 ? unit.replace(/s$/, "") : unit}`,
      `${first}–${second} ${unit}`,
      `${second}–${third} ${unit}`,
      `over ${third} ${unit}`,
    ],
    stepOf(timeMs) {
      if (timeMs === null) return ageSteps - 1;
      const step = breaks.findIndex((each) => asOf - timeMs < each * unitMs);
      return step === -1 ? ageSteps - 1 : step;
    },
  };
}

/** Class limits of fire radiative power in megawatts. */
const strengthBreaksMw = [10, 100, 500];

export const strengthLabels = ["under 10 MW", "10–100", "100–500", "over 500 MW"];

/** Radii in pixels, small enough that strong detections do not hide the others. */
export const strengthRadiiPx = [2, 3, 4.5, 6.5];

export function strengthStep(frpMw: number | null): number {
  const step = strengthBreaksMw.findIndex((each) => (frpMw ?? 0) < each);
  return step === -1 ? strengthBreaksMw.length : step;
}
