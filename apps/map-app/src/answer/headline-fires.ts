import {
  areaText,
  awayText,
  matchesText,
  phrase,
  powerText,
  seenText,
  sentence,
  trendText,
} from "./headline-words.ts";
import { isObject, type JsonObject, numberOf, objectOf, textOf } from "./json.ts";
import { nounOf } from "./kinds.ts";
import { largestBy, rowsOf } from "./records.ts";
import { counted, measured, plainNumber, timeText } from "./words.ts";

const labelWords: Readonly<Record<string, string>> = {
  inside_perimeter: "in a perimeter",
  near_perimeter: "near a perimeter",
  likely_industrial: "likely industrial",
  likely_volcanic: "likely volcanic",
  near_reported_incident: "near a reported fire",
  may_be_new_fire: "outside mapped outlines (maybe a new fire)",
  no_known_source_or_perimeter: "near no known source or perimeter",
};

/** As finely as areas are rounded. */
const smallestChangeKm2 = 0.0001;

/** "1 mapped fire (Park) and 621 detections within 80 km of Chester: 615 in a perimeter, …" */
export function assessmentHeadline(answer: JsonObject): string {
  if (typeof answer.matched !== "number") return "Detections could not be checked";
  const places = rowsOf(answer, "places");
  if (places.length > 0) return placesText(places, answer);
  const fires = firesText(answer);
  const detections = `${matchesText(answer, nounOf("hotspots"))}${labelTexts(answer.labels)}`;
  const days = rowsOf(answer, "days").map(({ day, hotspots }) => ({ day, count: hotspots }));
  return sentence([
    zonesText(answer),
    fires === null ? detections : `${fires} and ${detections}`,
    unmappedText(answer),
    chosenText(answer),
    trendText(days, answer),
  ]);
}

/** "3 of 4 places have a detection or fire within 30 km, nearest Chico: Park, 1.2 km". */
function placesText(rows: readonly JsonObject[], answer: JsonObject): string {
  const radiusKm = numberOf(objectOf(objectOf(answer.selection).area).radius_km);
  const far = Number.POSITIVE_INFINITY;
  const kmOf = ({ detection_km, fire_km }: JsonObject) =>
    Math.min(numberOf(detection_km) ?? far, numberOf(fire_km) ?? far);
  const near = rows.filter((row) => kmOf(row) < far);
  const total = counted(rows.length + (numberOf(answer.omitted) ?? 0), ["place", "places"]);
  const within = radiusKm === null ? "" : ` within ${plainNumber(radiusKm)} km`;
  const zoned = rows.filter(({ zone }) => textOf(zone) !== null).length;
  const zones = zoned === 0 ? null : `${zoned} in or at an evacuation zone`;
  const [first] = near;
  if (!first) return sentence([`None of ${total} has a detection or fire${within}`, zones]);
  // The nearest come first, so that only places with nothing near are left out before these end.
  const least = near.length === rows.length && answer.omitted !== 0 ? "At least " : "";
  const km = kmOf(first);
  const what = km === numberOf(first.fire_km) ? (textOf(first.fire) ?? "a fire") : "a detection";
  const away = km === 0 ? "there" : `${plainNumber(km)} km`;
  return sentence([
    zones,
    `${least}${near.length} of ${total} ${near.length === 1 ? "has" : "have"} a detection or fire${within}`,
    `nearest ${String(first.place)}: ${what}, ${away}`,
  ]);
}

/** "2 mapped fires (Park, Chico)": the newest perimeters of the answer. */
function firesText(answer: JsonObject): string | null {
  const rows = rowsOf(answer, "perimeters");
  if (rows.length === 0 || answer.matched === 0) return null;
  const least = answer.omitted === 0 && answer.complete !== false ? "" : "at least ";
  const names = rows.flatMap(({ fire }) => textOf(fire) ?? []);
  const shown = names.length > 2 ? [...names.slice(0, 2), "…"] : names;
  const named = shown.length > 0 ? ` (${shown.join(", ")})` : "";
  return `${least}${counted(rows.length, ["mapped fire", "mapped fires"])}${named}`;
}

/** "2 evacuation zones (Pine Valley North: Go, …)": the gravest of them first. */
function zonesText(answer: JsonObject): string | null {
  const rows = rowsOf(answer, "evacuation_zones");
  const [first] = rows;
  if (!first) return null;
  const about = [textOf(first.name), textOf(first.status)].filter(Boolean).join(": ");
  const named = about === "" ? "" : ` (${about}${rows.length > 1 ? ", …" : ""})`;
  return `${counted(rows.length, ["evacuation zone", "evacuation zones"])}${named}`;
}

/** "1 reported fire without an outline (Gila Bend), 2 prescribed fires (…)". */
function unmappedText(answer: JsonObject): string | null {
  const rows = rowsOf(answer, "incidents").filter(({ mapped }) => mapped === false);
  const [planned, fires] = [true, false].map((isPlanned) =>
    rows.filter(({ incident_type: type }) => /prescribed/.test(String(type)) === isPlanned),
  ) as [JsonObject[], JsonObject[]];
  const text = (found: readonly JsonObject[], one: string, many: string) => {
    const name = textOf(found[0]?.name);
    const named = name === null ? "" : ` (${name}${found.length > 1 ? ", …" : ""})`;
    return found.length === 0 ? null : `${counted(found.length, [one, many])}${named}`;
  };
  const [reported, prescribed] = [
    text(fires, "reported fire without an outline", "reported fires without an outline"),
    text(planned, "prescribed fire", "prescribed fires"),
  ];
  return [reported, prescribed].filter((each) => each !== null).join(", ") || null;
}

/** ": 615 in a perimeter, 6 likely industrial", or ", all in a perimeter". */
function labelTexts(labels: unknown): string {
  const counts = Object.entries(objectOf(labels)).flatMap(([label, count]) =>
    typeof count === "number" && count > 0
      ? [{ count, words: labelWords[label] ?? label.replaceAll("_", " ") }]
      : [],
  );
  const [only, ...others] = counts;
  if (!only) return "";
  if (others.length === 0) return only.count === 1 ? `, ${only.words}` : `, all ${only.words}`;
  return `: ${counts.map(({ count, words }) => `${plainNumber(count)} ${words}`).join(", ")}`;
}

/** The nearest detection; in an area without a centre the newest. */
function chosenText(answer: JsonObject): string | null {
  const rows = rowsOf(answer, "nearest");
  const labels = Object.values(objectOf(answer.labels));
  // A label without its row may have a nearer detection.
  if (rows.length < labels.filter((count) => count !== 0).length) return null;
  const interval = isObject(answer.selection) ? answer.selection.interval : undefined;
  const nearest = largestBy(rows, ({ distance_km }) => {
    const distance = numberOf(distance_km);
    return distance === null ? null : -distance;
  });
  if (nearest) {
    return `nearest ${phrase([awayText(nearest), powerText(nearest), seenText(nearest, interval)])}`;
  }
  const newest = largestBy(rows, ({ time }) => {
    const timeMs = Date.parse(String(time));
    return Number.isNaN(timeMs) ? null : timeMs;
  });
  return newest ? `newest ${phrase([seenText(newest, interval), powerText(newest)])}` : null;
}

/** "Copperlark Ridge: 119 km² on 22 Nov 2026; 128 detections inside in the newest 24 h of data" */
export function storyHeadline(answer: JsonObject): string {
  const fire = objectOf(answer.fire);
  const perimeter = objectOf(answer.perimeter);
  const name = textOf(fire.name) ?? textOf(fire.id) ?? "This fire";
  if (answer.mappings === 0)
    return sentence([`${name}: ${reportText(objectOf(fire.report))}`, detectionsText(answer)]);
  const mapped = timeText(perimeter.time);
  const contained = numberOf(perimeter.containment_percent);
  const size = [areaText(perimeter.area_km2), mapped && `on ${mapped}`].filter(Boolean).join(" ");
  const state = phrase([size, contained === null ? null : `${plainNumber(contained)} % contained`]);
  return sentence([state ? `${name}: ${state}` : name, growthText(answer), detectionsText(answer)]);
}

/** "reported, not mapped; 120 acres, 0 % contained on 23 Jun 2025" */
function reportText(report: JsonObject): string {
  const [acres, contained] = [numberOf(report.size_acres), numberOf(report.containment_percent)];
  const reported = timeText(report.reported_at);
  const facts = [
    acres === null ? null : `${plainNumber(acres)} acres`,
    contained === null ? null : `${plainNumber(contained)} % contained`,
  ].filter((each) => each !== null);
  const what = /prescribed/.test(String(report.incident_type)) ? "a prescribed fire, " : "";
  const on = reported === null ? "" : ` on ${reported}`;
  return `${what}reported, not mapped${facts.length === 0 ? "" : `; ${facts.join(", ")}${on}`}`;
}

/**
 * "0.5 km² more than on 22 Jun 2025, 117 km² more than on 16 Jun 2025": since the mapping before,
 * and since the oldest that the answer has.
 */
function growthText(answer: JsonObject): string | null {
  const { first_mapped: first, last_mapped: last } = objectOf(answer.fire);
  if (textOf(first) !== null && first === last)
    return "mapped on one day only, so its growth is not known";
  const [newest, ...earlier] = rowsOf(answer, "growth");
  const area = numberOf(newest?.area_km2);
  if (area === null) return null;
  const since = (row: JsonObject | undefined) => {
    const [before, then] = [numberOf(row?.area_km2), timeText(row?.time)];
    if (before === null || then === null) return null;
    const change = area - before;
    if (Math.abs(change) < smallestChangeKm2) return `not larger than on ${then}`;
    return `${measured(Math.abs(change))} km² ${change > 0 ? "more" : "less"} than on ${then}`;
  };
  const texts = [since(earlier[0]), earlier.length > 1 ? since(earlier.at(-1)) : null];
  return phrase(texts) || null;
}

/** The first row is of the newest data. */
function detectionsText(answer: JsonObject): string | null {
  const [newest] = rowsOf(answer, "detections");
  const inside = numberOf(newest?.inside);
  const near = numberOf(newest?.near);
  if (!newest || inside === null || near === null) return null;
  const period = textOf(newest.period);
  const counts = inside + near === 0 ? "no detections in or near it" : countsText(inside, near);
  return [counts, period && `in the ${period}`].filter(Boolean).join(" ");
}

function countsText(inside: number, near: number): string {
  const noun = inside === 1 && near === 0 ? "detection" : "detections";
  return `${plainNumber(inside)} ${noun} inside${near > 0 ? ` and ${plainNumber(near)} near` : ""}`;
}
