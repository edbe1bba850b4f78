import type { FireData } from "../data/load-data.ts";
import type { DataSet } from "../data/sets.ts";
import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import { covers, drawMissingDay, drawPlace, drawSpot } from "../draw/spots.ts";
import { dayText, type Words } from "../draw/words.ts";
import { dayAfter, detectionsOn, pointsInBox } from "../oracle/selections.ts";
import type { Box } from "../oracle/shapes.ts";
import type { Expected } from "../values/question.ts";
import { dayAfterWords } from "./common-words.ts";

const words: Words = {
  en: [
    "How many satellite fire detections (hotspots) were there between longitudes {west} and {east} and latitudes {south} and {north} on {day} (UTC)?",
    "In the box from {west} to {east} degrees longitude and {south} to {north} degrees latitude, how many hotspots did the satellites see on {day}, UTC?",
    "Number of satellite hotspots on {day} UTC with longitude from {west} to {east} and latitude from {south} to {north}, please.",
  ],
  es: [
    "¿Cuántos focos de calor detectaron los satélites entre las longitudes {west} y {east} y las latitudes {south} y {north} el {day} (UTC)?",
  ],
  fr: [
    "Combien de points chauds les satellites ont-ils détectés entre les longitudes {west} et {east} et les latitudes {south} et {north} le {day} (UTC) ?",
  ],
  id: [
    "Berapa titik panas yang terdeteksi satelit antara bujur {west} dan {east} serta lintang {south} dan {north} pada {day} (UTC)?",
  ],
  pt: [
    "Quantos focos de calor os satélites detectaram entre as longitudes {west} e {east} e as latitudes {south} e {north} em {day} (UTC)?",
  ],
};

/** Members of `facts`: the box in degrees, west, south, east and north, and the UTC day. */
function ask(box: Box, day: string, expected: Expected): Draft {
  const [west, south, east, north] = box;
  return {
    facts: { box, day },
    words,
    slots: { west, south, east, north, day: dayText(day) },
    expected,
    isAllClearFalse: true,
  };
}

/** Whole and half degrees around a point. */
function drawBox(random: Random, { lon, lat }: { lon: number; lat: number }): Box {
  const [width, height] = [0.5 * (1 + random.below(6)), 0.5 * (1 + random.below(6))];
  const west = Math.floor(2 * (lon - random.next() * width)) / 2;
  const south = Math.floor(2 * (lat - random.next() * height)) / 2;
  return [west, south, west + width, south + height];
}

function countIn(data: FireData, set: DataSet, box: Box, day: string): Expected | undefined {
  if (!covers(set, box)) return undefined;
  const inside = pointsInBox(detectionsOn(data, day), box);
  return inside && inside.length > 1 ? number(inside.length, "count") : undefined;
}

const answered: Case = {
  times: 6,
  draw(random, data) {
    const spot = drawSpot(random, data);
    if (!spot) return undefined;
    const box = drawBox(random, random.pick(spot.detections));
    const expected = countIn(data, spot.set, box, spot.day);
    return expected && [ask(box, spot.day, expected)];
  },
};

const followed: Case = {
  times: 3,
  draw(random, data) {
    const spot = drawSpot(random, data, 1);
    if (!spot) return undefined;
    const box = drawBox(random, random.pick(spot.detections));
    const [first, second] = [spot.day, dayAfter(spot.day)].map((day) =>
      countIn(data, spot.set, box, day),
    );
    return (
      first &&
      second && [
        ask(box, spot.day, first),
        { ...ask(box, dayAfter(spot.day), second), words: dayAfterWords },
      ]
    );
  },
};

const noDay: Case = {
  times: 4,
  draw(random, data) {
    const box = drawBox(random, drawPlace(random, data));
    return [ask(box, drawMissingDay(random), obstacle("no-data-for-time"))];
  },
};

export const countInBox: Kind = {
  name: "count-in-box",
  form: "count",
  cases: [answered, followed, noDay],
};
