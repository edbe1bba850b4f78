import { type Case, type Draft, type Kind, obstacle } from "../draw/kind.ts";
import { drawPlaceNear, drawSpot } from "../draw/spots.ts";
import type { Words } from "../draw/words.ts";
import { placeText } from "./common-words.ts";

const words: Words = {
  en: [
    "Is there a fire within {km} km of {place} right now?",
    "Are any wildfires burning near {place} today? Say within {km} km.",
    "What do the satellites see at this moment within {km} km of {place}: is anything on fire?",
    "Any active fires around {place} at the moment, up to {km} km away?",
  ],
  es: ["¿Hay ahora mismo algún incendio a menos de {km} km de {place}?"],
  fr: ["Y a-t-il en ce moment un incendie à moins de {km} km de {place} ?"],
  id: ["Apakah saat ini ada kebakaran dalam radius {km} km dari {place}?"],
  pt: ["Há neste momento algum incêndio a menos de {km} km de {place}?"],
};

/**
 * The data ends long before anybody asks. Members of `facts`: the place, its position in degrees
 * and the radius.
 */
const stale: Case = {
  times: 12,
  draw(random, data) {
    const spot = drawSpot(random, data);
    const place = spot && drawPlaceNear(random, data, spot.place);
    if (!place) return undefined;
    const km = random.pick([30, 50, 80]);
    const draft: Draft = {
      facts: { place: place.name, lon: place.lon, lat: place.lat, km },
      words,
      slots: { km, place: placeText(place) },
      expected: obstacle("stale"),
      isAllClearFalse: true,
    };
    return [draft];
  },
};

export const now: Kind = { name: "now", form: "yesno", cases: [stale] };
