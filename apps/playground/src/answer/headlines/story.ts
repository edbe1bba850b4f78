import { isObject, type JsonObject } from "../../json.ts";
import { numberOf, rowsOf, textOf } from "../records.ts";
import { plainNumber, timeText } from "../words.ts";
import { sentence } from "./matches.ts";
import { areaText, phrase } from "./row-words.ts";

/** "Copperlark Ridge: 119 km² on 22 Nov 2026; 128 detections inside in the newest 24 h of data" */
export function storyHeadline(answer: JsonObject): string {
  const fire = isObject(answer.fire) ? answer.fire : {};
  const perimeter = isObject(answer.perimeter) ? answer.perimeter : {};
  const name = textOf(fire.name) ?? textOf(fire.id) ?? "This fire";
  const mapped = timeText(perimeter.time);
  const contained = numberOf(perimeter.containment_percent);
  const size = [areaText(perimeter.area_km2), mapped && `on ${mapped}`].filter(Boolean).join(" ");
  const state = phrase([size, contained === null ? null : `${plainNumber(contained)} % contained`]);
  return sentence([state ? `${name}: ${state}` : name, detectionsText(answer)]);
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
