import type { Detection, FireData, Place } from "../data/load-data.ts";
import { type Case, type Draft, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import {
  coversAround,
  drawDay,
  drawMissingDay,
  drawPlace,
  drawRegion,
  drawSpot,
  drawUnseenPlace,
} from "../draw/spots.ts";
import { dayText, type Slot, type Words } from "../draw/words.ts";
import { detectionsOn, pointsNear } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { placeText } from "./common-words.ts";

/** What lies around a place on a UTC day. */
export interface Around {
  readonly place: Place;
  readonly km: number;
  readonly day: string;
}

/** `facts` of a question: place, lon and lat in degrees, km, day; and its slots. */
export function aroundFacts({ place, km, day }: Around) {
  const { name, lon, lat } = place;
  const slots: Readonly<Record<string, Slot>> = { km, place: placeText(place), day: dayText(day) };
  return { facts: { place: name, lon, lat, km, day }, slots };
}

function drawKm(random: Random): number {
  return random.pick([20, 30, 50, 75, 100, 150]);
}

/** A place and day with detections near, and whether the day is the last of its set. */
export function drawAround(random: Random, data: FireData, after = 0) {
  const spot = drawSpot(random, data, after);
  if (!spot) return undefined;
  const around: Around = { place: spot.place, km: drawKm(random), day: spot.day };
  if (!coversAround(spot.set, spot.place, around.km)) return undefined;
  return { ...around, isLast: spot.day === spot.set.days![1] };
}

/** The detections around a place; undefined when they are not sure. */
export function detectionsAround(
  data: FireData,
  { place, km, day }: Around,
): readonly Detection[] | undefined {
  return pointsNear(detectionsOn(data, day), place, km);
}

type Ask = (around: Around, expected: Expected) => Draft;

/**
 * Asks in these words. Even where a satellite saw nothing, nobody knows that nothing burns: none is
 * a false all-clear.
 */
export function askAround(words: Words): Ask {
  return (around, expected) => ({ ...aroundFacts(around), words, expected, isAllClearFalse: true });
}

/** Questions about a day that no set has. */
export function withoutDay(times: number, ask: Ask): Case {
  return {
    times,
    draw(random, data) {
      const [place, km, day] = [drawPlace(random, data), drawKm(random), drawMissingDay(random)];
      return [ask({ place, km, day }, obstacle("no-data-for-time"))];
    },
  };
}

/** Questions about a day on which the data is of another region alone. */
export function withoutPlace(times: number, ask: Ask): Case {
  return {
    times,
    draw(random, data) {
      const region = drawRegion(random);
      const place = drawUnseenPlace(random, data, region);
      const around = { place, km: drawKm(random), day: drawDay(random, region) };
      return [ask(around, obstacle("no-data-for-place"))];
    },
  };
}
