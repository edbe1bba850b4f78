import { isBbox } from "@emberline/geo";
import { isObject, type JsonObject, numberOf, textOf } from "./json.ts";
import { periodText, plainNumber, timeText } from "./words.ts";

/** What an answer selected, in words for people, from the most to the least telling. */
export function selectionWords(answer: JsonObject): string[] {
  const { selection, before, after } = answer;
  if (!isObject(selection)) return [];
  const periods = [before, after].map((each) => isObject(each) && periodText(each.interval));
  const compared = periods.every(Boolean) ? periods.join(" against ") : null;
  const { filter, latest_per_fire, exclude_static_km } = selection;
  return [
    areaWords(selection),
    fireWords(selection),
    compared ?? periodText(selection.interval),
    typeof filter === "string" ? `filter: ${filter}` : null,
    latest_per_fire === true ? "only the newest perimeter of each fire" : null,
    typeof exclude_static_km === "number"
      ? `without what lies within ${plainNumber(exclude_static_km)} km of a static heat source`
      : null,
  ].filter((each) => each !== null);
}

/** The area that was asked for; null without one. Briefly, places have no country. */
export function areaWords({ area }: JsonObject, isBrief = false): string | null {
  if (!isObject(area)) return null;
  const { center, bbox } = area;
  const radiusKm = numberOf(area.radius_km);
  const around = radiusKm === null ? "at " : `within ${plainNumber(radiusKm)} km of `;
  const within = textOf(area.within);
  if (within !== null) return radiusKm === null ? `in ${within}` : `${around}${within}`;
  const named = (value: unknown) => {
    const text = textOf(value);
    return isBrief && text !== null ? text.replace(/^([^,]+,[^,]+),.*$/, "$1") : text;
  };
  if (Array.isArray(center)) {
    const point = `${center.map(numberOf).toReversed().join(", ")}${isBrief ? "" : " (latitude, longitude)"}`;
    const near = named(area.nearest_place);
    const beside = near === null ? "" : isBrief ? ` (${near})` : `, ${near}`;
    return `${around}${named(area.place) ?? point}${beside}`;
  }
  return isBbox(bbox) ? `in the box ${bbox.join(", ")}` : null;
}

function fireWords({ fire }: JsonObject): string | null {
  if (!isObject(fire)) return null;
  const { name, id, time } = fire;
  const mapped = timeText(time);
  return `fire ${name ?? id}${mapped ? `, by its perimeter of ${mapped}` : ""}`;
}
