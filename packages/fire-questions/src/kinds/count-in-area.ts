import type { Area, FireData } from "../data/load-data.ts";
import type { DataSet } from "../data/sets.ts";
import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import { covers, drawDay, drawMissingDay, drawRegion, drawSpot } from "../draw/spots.ts";
import { dayText, type Words } from "../draw/words.ts";
import { areaAround, namedAreas, pointsInArea } from "../oracle/areas.ts";
import { dayAfter, detectionsOn } from "../oracle/selections.ts";
import { boxOf } from "../oracle/shapes.ts";
import type { Expected } from "../values/question.ts";
import { dayAfterWords } from "./common-words.ts";

const words: Words = {
  en: [
    "How many satellite hotspots were there in {area} ({country}) on {day} (UTC)?",
    "Satellite fire detections inside {area}, {country}, on {day} UTC: how many?",
    "Count the hotspots of {day}, UTC, that lie in {area}, {country}.",
  ],
  es: ["¿Cuántos focos de calor detectaron los satélites en {area} ({country}) el {day} (UTC)?"],
  fr: [
    "Combien de points chauds les satellites ont-ils détectés dans {area} ({country}) le {day} (UTC) ?",
  ],
  id: ["Berapa titik panas yang terdeteksi satelit di {area} ({country}) pada {day} (UTC)?"],
  pt: ["Quantos focos de calor os satélites detectaram em {area} ({country}) em {day} (UTC)?"],
};

interface Named {
  readonly name: string;
  readonly country: string;
}

/** Members of `facts`: the state or province, its country, and the UTC day. */
function ask({ name: area, country }: Named, day: string, expected: Expected): Draft {
  return {
    facts: { area, country, day },
    slots: { area, country, day: dayText(day) },
    words,
    expected,
    isAllClearFalse: true,
  };
}

function countIn(data: FireData, set: DataSet, area: Area, day: string): Expected | undefined {
  if (!covers(set, boxOf(area.polygons))) return undefined;
  const inside = pointsInArea(detectionsOn(data, day), area);
  return inside && inside.length > 1 ? number(inside.length, "count") : undefined;
}

const answered: Case = {
  times: 9,
  draw(random, data) {
    const spot = drawSpot(random, data);
    const area = spot && areaAround(data, random.pick(spot.detections));
    const expected = area && countIn(data, spot!.set, area, spot!.day);
    return expected && [ask(area!, spot!.day, expected)];
  },
};

const followed: Case = {
  times: 3,
  draw(random, data) {
    const spot = drawSpot(random, data, 1);
    const area = spot && areaAround(data, random.pick(spot.detections));
    if (!area) return undefined;
    const later = dayAfter(spot.day);
    const [first, second] = [spot.day, later].map((day) => countIn(data, spot.set, area, day));
    return (
      first &&
      second && [ask(area, spot.day, first), { ...ask(area, later, second), words: dayAfterWords }]
    );
  },
};

const noDay: Case = {
  times: 3,
  draw: (random, data) => [
    ask(random.pick(namedAreas(data)), drawMissingDay(random), obstacle("no-data-for-time")),
  ],
};

/** A day on which the data is of another country alone. */
const noPlace: Case = {
  times: 3,
  draw(random, data) {
    const region = drawRegion(random);
    const isAustralian = region.name.includes("australia");
    const others = isAustralian ? ["Brazil", "Canada", "Zambia"] : ["Angola", "Australia", "Spain"];
    const area = random.pick(namedAreas(data).filter(({ country }) => others.includes(country)));
    return [ask(area, drawDay(random, region), obstacle("no-data-for-place"))];
  },
};

/** Names that no state or province has. */
const invented: readonly Named[] = [
  { name: "Valdoria", country: "Brazil" },
  { name: "Quelmara Norte", country: "Angola" },
  { name: "Torvenland", country: "Australia" },
  { name: "Nova Meridia", country: "Portugal" },
  { name: "Estrenza", country: "Spain" },
  { name: "Branwickshire", country: "Canada" },
  { name: "Kasombwe Hills", country: "Zambia" },
];

const noArea: Case = {
  times: 4,
  draw: (random) => [
    ask(
      random.pick(invented),
      random.pick(["2023-08-01", "2023-08-02"]),
      obstacle("no-such-place"),
    ),
  ],
};

export const countInArea: Kind = {
  name: "count-in-area",
  form: "count",
  cases: [answered, followed, noDay, noPlace, noArea],
};
