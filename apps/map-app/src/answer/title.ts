import type { ToolName } from "./arguments.ts";
import { isObject, type JsonObject, numberOf, textOf } from "./json.ts";

/** The labels of an assessment, in words. */
const labelWords: Readonly<Record<string, string>> = {
  inside_perimeter: "inside a fire's perimeter",
  near_perimeter: "near a perimeter",
  likely_industrial: "likely industrial",
  likely_volcanic: "likely volcanic",
  may_be_new_fire: "that may be a new fire",
  no_known_source_or_perimeter: "of no known source or perimeter",
};

/** The title of the page, and the answer in one sentence. */
export function titleOf(
  tool: ToolName,
  answer: JsonObject,
  given: JsonObject,
): { title: string; headline: string } {
  if (tool === "assess_fire") return storyTitle(answer);
  const place = placeOf(answer, given);
  return tool === "assess_location"
    ? { title: place ? `Fire situation ${place}` : "Fire situation", headline: countsOf(answer) }
    : { title: place ? `Fires ${place}` : "Fires", headline: captionOf(answer) };
}

/** What the picture leaves out does not hold for the page. */
const ofPicture = / ?[\d,]+ of [\d,]+ detections are drawn: [^.]*\./;

function captionOf({ caption }: JsonObject): string {
  return (textOf(caption) ?? "").replace(ofPicture, "");
}

function placeOf({ selection }: JsonObject, given: JsonObject): string {
  const { area, fire } = isObject(selection) ? selection : {};
  const fireName = isObject(fire) ? textOf(fire.name) : textOf(given.fire);
  if (fireName !== null) return `of ${fireName}`;
  if (!isObject(area)) return "";
  const { center, radius_km: radiusKm, place, within, bbox } = area;
  if (Array.isArray(center)) {
    const name = textOf(place) ?? textOf(given.near) ?? center.toReversed().join(", ");
    return `within ${radiusKm} km of ${name}`;
  }
  if (typeof within === "string") return `in ${textOf(given.within) ?? within}`;
  return Array.isArray(bbox) ? `in [${bbox.join(", ")}]` : "";
}

function countsOf({ matched, labels }: JsonObject): string {
  const count = numberOf(matched);
  if (count === null) return "The service offers no detections.";
  const parts = Object.entries(isObject(labels) ? labels : {}).flatMap(([label, each]) =>
    typeof each === "number" && each > 0
      ? [`${each.toLocaleString("en")} ${labelWords[label] ?? label}`]
      : [],
  );
  const all = `${count.toLocaleString("en")} ${count === 1 ? "detection" : "detections"}`;
  return `${all}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`;
}

function storyTitle({ fire, perimeter }: JsonObject): { title: string; headline: string } {
  const { name, state, year } = isObject(fire) ? fire : {};
  const { area_km2: km2, time } = isObject(perimeter) ? perimeter : {};
  const known = [name, state, year].filter((each) => each !== undefined && each !== null);
  const area = numberOf(km2);
  const size =
    area === null ? "" : `${area.toLocaleString("en", { maximumFractionDigits: 1 })} km²`;
  const when = textOf(time)?.slice(0, 10);
  return {
    title: `Fire ${known.join(", ")}`,
    headline: [size && `Newest perimeter ${size}`, when && `mapped ${when}`]
      .filter(Boolean)
      .join(", "),
  };
}
