import type { FireData, Point } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import { positionText, shownPoint, type Words } from "../draw/words.ts";
import { type Fire, namedFires, spoken } from "../oracle/fires.ts";
import { boxOf, contains, edgeDistanceKm } from "../oracle/shapes.ts";
import type { Expected } from "../values/question.ts";
import { drawUnknownFire, stateName } from "./fire-names.ts";

const words: Words = {
  en: [
    "Does the position {position} (latitude, longitude) lie inside the last mapped perimeter of the {fire} fire in {state}? Yes or no.",
    "Is {position}, latitude first, within the newest perimeter of the {fire} fire ({state})?",
    "{fire} fire, {state}: does its latest mapped perimeter contain the point {position} (lat, lon)?",
  ],
  es: [
    "¿Está el punto {position} (latitud, longitud) dentro del último perímetro cartografiado del incendio {fire} en {state}?",
  ],
  fr: [
    "Le point {position} (latitude, longitude) est-il à l'intérieur du dernier périmètre cartographié de l'incendie {fire} ({state}) ?",
  ],
  id: [
    "Apakah titik {position} (lintang, bujur) berada di dalam perimeter terakhir kebakaran {fire} di {state}?",
  ],
  pt: [
    "O ponto {position} (latitude, longitude) fica dentro do último perímetro mapeado do incêndio {fire} em {state}?",
  ],
};

/** Members of `facts`: the position in degrees, the fire's name and state. */
function ask(point: Point, fire: Pick<Fire, "name" | "state">, expected: Expected): Draft {
  const { name, state } = fire;
  return {
    facts: { lon: point.lon, lat: point.lat, fire: name, state },
    slots: { position: positionText(point), fire: spoken(name), state: stateName(state) },
    words,
    expected,
    // "No" is right where the point lies outside.
    isAllClearFalse: expected.is === "yesno" && expected.value,
  };
}

const minEdgeKm = 0.3;
const maxEdgeKm = 8;

/** Somewhere in and around the box of the fire's outline, at the digits that are shown. */
function drawPoint(random: Random, { newest }: Fire): Point {
  const [west, south, east, north] = boxOf(newest.perimeter.polygons);
  const between = (from: number, to: number) => from + (1.6 * random.next() - 0.3) * (to - from);
  return shownPoint({ lon: between(west, east), lat: between(south, north) });
}

/** All outlines of the day agree, and none has its edge near. */
function isInside(data: FireData, { id, newest }: Fire, point: Point): boolean | undefined {
  const outlines = data.perimeters.filter(
    ({ incident_id: fire, date }) => fire === id && date === newest.day,
  );
  const isSure = outlines.every(({ polygons }) => {
    const km = edgeDistanceKm(polygons, point);
    return km >= minEdgeKm && km <= maxEdgeKm;
  });
  const answers = new Set(outlines.map(({ polygons }) => contains(polygons, point)));
  return isSure && answers.size === 1 ? [...answers][0] : undefined;
}

const answer = (wanted: boolean, times: number): Case => ({
  times,
  draw(random, data) {
    const fire = random.pick(namedFires(data));
    const point = drawPoint(random, fire);
    if (isInside(data, fire, point) !== wanted) return undefined;
    return [ask(point, fire, { is: "yesno", value: wanted })];
  },
});

const noFire: Case = {
  times: 4,
  draw(random, data) {
    const point = drawPoint(random, random.pick(namedFires(data)));
    return [ask(point, drawUnknownFire(random, data), obstacle("no-such-fire"))];
  },
};

export const insideFire: Kind = {
  name: "inside-fire",
  form: "yesno",
  cases: [answer(true, 6), answer(false, 5), noFire],
};
