import type { Detection, FireData, Place } from "../data/load-data.ts";
import { type Case, type Draft, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import {
  coversAround,
  drawDay,
  drawMissingDay,
  drawPlace,
  drawPlaceNear,
  drawSet,
} from "../draw/spots.ts";
import { dayText, type Slot } from "../draw/words.ts";
import { dayAfter, detectionsOn } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { placeText } from "./common-words.ts";

/** What lies around a place in several UTC days, both included. */
export interface Period {
  readonly place: Place;
  readonly km: number;
  readonly from: string;
  readonly to: string;
}

/** `facts` of a question: place, lon and lat in degrees, km, from and to; and its slots. */
export function periodFacts({ place, km, from, to }: Period) {
  const { name, lon, lat } = place;
  const days = { from: dayText(from), to: dayText(to) };
  const slots: Readonly<Record<string, Slot>> = { km, place: placeText(place), ...days };
  return { facts: { place: name, lon, lat, km, from, to }, slots };
}

const drawKm = (random: Random) => random.pick([30, 50, 100, 150]);
const maxDays = 12;

/** Some days of one set, and a place near a detection of theirs. */
export function drawPeriod(random: Random, data: FireData): Period | undefined {
  const set = drawSet(random, 4);
  const from = drawDay(random, set, 3);
  const last = dayAfter(from, 3 + random.below(maxDays - 3));
  const to = last < set.days![1] ? last : set.days![1];
  const detections = detectionsOn(data, from, to);
  if (detections.length === 0) return undefined;
  const place = drawPlaceNear(random, data, random.pick(detections));
  const km = drawKm(random);
  return place && coversAround(set, place, km) ? { place, km, from, to } : undefined;
}

export function detectionsIn(data: FireData, { from, to }: Period): readonly Detection[] {
  return detectionsOn(data, from, to);
}

/** Questions about days that no set has. */
export function withoutDays(
  times: number,
  ask: (period: Period, expected: Expected) => Draft,
): Case {
  return {
    times,
    draw(random, data) {
      const [place, km, from] = [drawPlace(random, data), drawKm(random), drawMissingDay(random)];
      const to = dayAfter(from, 4 + random.below(8));
      if (detectionsOn(data, from, to).length > 0) return undefined;
      return [ask({ place, km, from, to }, obstacle("no-data-for-time"))];
    },
  };
}
