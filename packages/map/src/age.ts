import { ageSteps } from "./theme.ts";

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
  { withinMs: 14 * dayMs, unitMs: dayMs, unit: "d", breaks: [1, 3, 7] },
  { withinMs: 120 * dayMs, unitMs: dayMs, unit: "d", breaks: [7, 14, 30] },
  { withinMs: 1100 * dayMs, unitMs: dayMs, unit: "d", breaks: [30, 90, 365] },
  { withinMs: Number.POSITIVE_INFINITY, unitMs: 365.25 * dayMs, unit: "y", breaks: [1, 3, 10] },
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
      `< ${first} ${unit}`,
      `${first}–${second} ${unit}`,
      `${second}–${third} ${unit}`,
      `> ${third} ${unit}`,
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

export const strengthLabels = ["< 10 MW", "10–100", "100–500", "> 500 MW"];

/** Radii in pixels, small enough that strong detections do not hide the others. */
export const strengthRadiiPx = [2, 3, 4.5, 6.5];

export function strengthStep(frpMw: number | null): number {
  const step = strengthBreaksMw.findIndex((each) => (frpMw ?? 0) < each);
  return step === -1 ? strengthBreaksMw.length : step;
}
