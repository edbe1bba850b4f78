import type { FireData, Place } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import {
  drawDay,
  drawMissingDay,
  drawPlace,
  drawRegion,
  drawSpot,
  drawUnseenPlace,
} from "../draw/spots.ts";
import { dayText, type Words } from "../draw/words.ts";
import { dayAfter, detectionsOn, pointsNear } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { dayAfterWords, placeText } from "./common-words.ts";

const words: Words = {
  en: [
    "How many satellite fire detections (hotspots) does the data have within {km} km of {place} on {day} (UTC)?",
    "Count the satellite hotspots on record for {day}, UTC, that lie at most {km} km from {place}.",
    "I need the number of satellite hotspots in the data around {place}, radius {km} km, for {day} UTC.",
  ],
  es: [
    "¿Cuántos focos de calor de satélite registran los datos a menos de {km} km de {place} el {day} (UTC)?",
  ],
  fr: [
    "Combien de points chauds vus par satellite les données contiennent-elles à moins de {km} km de {place} le {day} (UTC) ?",
  ],
  id: [
    "Berapa titik panas satelit yang tercatat dalam data dalam radius {km} km dari {place} pada {day} (UTC)?",
  ],
  pt: [
    "Quantos focos de calor de satélite os dados registram a menos de {km} km de {place} em {day} (UTC)?",
  ],
};

/** Members of `facts`: the place and its position in degrees, the radius and the UTC day. */
interface Facts {
  readonly place: Place;
  readonly km: number;
  readonly day: string;
}

function ask({ place, km, day }: Facts, expected: Expected): Draft {
  const { name, lon, lat } = place;
  return {
    facts: { place: name, lon, lat, km, day },
    words,
    slots: { km, place: placeText(place), day: dayText(day) },
    expected,
    // Even where a satellite saw nothing, nobody knows that nothing burns.
    isAllClearFalse: true,
  };
}

const drawKm = (random: Random) => random.pick([20, 30, 50, 75, 100, 150]);

/** The number, if it is sure and not 0. */
function countNear(data: FireData, { place, km, day }: Facts): Expected | undefined {
  const near = pointsNear(detectionsOn(data, day), place, km);
  return near && near.length > 0 ? number(near.length, "count") : undefined;
}

const answered: Case = {
  times: 8,
  draw(random, data) {
    const spot = drawSpot(random, data);
    const facts = spot && { place: spot.place, km: drawKm(random), day: spot.day };
    const expected = facts && countNear(data, facts);
    return expected && [ask(facts, expected)];
  },
};

/** The day after has an answer too, or is the first without data. */
const followed: Case = {
  times: 6,
  draw(random, data) {
    const spot = drawSpot(random, data);
    if (!spot) return undefined;
    const facts = { place: spot.place, km: drawKm(random), day: spot.day };
    const next = { ...facts, day: dayAfter(facts.day) };
    const isLast = facts.day === spot.set.days![1];
    const first = countNear(data, facts);
    const second = isLast ? obstacle("no-data-for-time") : countNear(data, next);
    return first && second && [ask(facts, first), { ...ask(next, second), words: dayAfterWords }];
  },
};

const noDay: Case = {
  times: 5,
  draw(random, data) {
    const facts = {
      place: drawPlace(random, data),
      km: drawKm(random),
      day: drawMissingDay(random),
    };
    return [ask(facts, obstacle("no-data-for-time"))];
  },
};

/** A day on which the data is of another region alone. */
const noPlace: Case = {
  times: 5,
  draw(random, data) {
    const region = drawRegion(random);
    const place = drawUnseenPlace(random, data, region);
    const facts = { place, km: drawKm(random), day: drawDay(random, region) };
    return [ask(facts, obstacle("no-data-for-place"))];
  },
};

export const countNearPlace: Kind = {
  name: "count-near",
  cases: [answered, followed, noDay, noPlace],
};
