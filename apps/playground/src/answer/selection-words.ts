import { isObject, type JsonObject } from "@emberline/map-app/answer/json";
import { periodText, plainNumber, timeText } from "@emberline/map-app/answer/words";

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
  const { within, place, nearest_place, center, radius_km, bbox } = area;
  const around = typeof radius_km === "number" ? `within ${plainNumber(radius_km)} km of ` : "at ";
  if (typeof within === "string") {
    return typeof radius_km === "number" ? `${around}${within}` : `in ${within}`;
  }
  const named = (text: unknown) =>
    typeof text !== "string" ? null : isBrief ? text.replace(/^([^,]+,[^,]+),.*$/, "$1") : text;
  if (Array.isArray(center)) {
    const [lon, lat] = center.map(Number);
    const point = `${lat}, ${lon}${isBrief ? "" : " (latitude, longitude)"}`;
    const near = named(nearest_place);
    return [
      `${around}${named(place) ?? point}`,
      near === null ? "" : isBrief ? ` (${near})` : `, ${near}`,
    ].join("");
  }
  return Array.isArray(bbox) ? `in the box ${bbox.join(", ")}` : null;
}

function fireWords({ fire }: JsonObject): string | null {
  if (!isObject(fire)) return null;
  const { name, id, time } = fire;
  const mapped = timeText(time);
  return `fire ${name ?? id}${mapped ? `, by its perimeter of ${mapped}` : ""}`;
}
