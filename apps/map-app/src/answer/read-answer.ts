import { isBbox } from "@emberline/geo";
import type { Shown, ToolName } from "./arguments.ts";
import { isObject, type JsonObject, numberOf, textOf, wordOf } from "./json.ts";
import { toRead } from "./to-read.ts";
import { counted, listed, periodText } from "./words.ts";

/**
 * Reads the structured content of an answer; null if it is not one that has a map.
 *
 * @param given the arguments of the call, as far as the host told them
 */
export function readAnswer(answer: JsonObject, given: JsonObject): Shown | null {
  const tool = toolOf(answer);
  const read = tool && toRead(tool, given, answer);
  if (!read) return null;
  return { ...read, given, ...titleOf(tool, answer, given), notices: noticesOf(answer) };
}

/** By the members that only this tool's answer has, since not every host names the tool. */
function toolOf(answer: JsonObject): ToolName | null {
  const { selection, tables, mappings, fire, caption, compared } = answer;
  if (isObject(fire) && isObject(tables) && mappings !== undefined) return "assess_fire";
  if (isObject(selection) && isObject(tables)) return "assess_location";
  if (isObject(selection) && typeof compared === "string") return "compare_periods";
  return isObject(selection) && typeof caption === "string" ? "show_map" : null;
}

/** Advice for models would puzzle a person. */
const forModels = /max_tokens/;

/** More notices than any answer has. */
const maxNotices = 100;

function noticesOf({ notices, service_notices }: JsonObject): string[] {
  const all = [notices, service_notices].flat().slice(0, maxNotices);
  return all.flatMap((each) => textOf(each) ?? []).filter((each) => !forModels.test(each));
}

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
function titleOf(
  tool: ToolName,
  answer: JsonObject,
  given: JsonObject,
): { title: string; headline: string } {
  if (tool === "assess_fire") return storyTitle(answer);
  const place = placeOf(answer, given);
  const titled = (what: string) => (place ? `${what} ${place}` : what);
  switch (tool) {
    case "compare_periods":
      return { title: titled("Changes"), headline: changesOf(answer) };
    case "assess_location":
      return { title: titled("Fire situation"), headline: countsOf(answer) };
    case "show_map":
      return isObject(answer.selection) && Array.isArray(answer.selection.before)
        ? { title: titled("Changes"), headline: comparedOf(answer, answer.selection) }
        : { title: titled("Fires"), headline: captionOf(answer) };
  }
}

/** "33 new, 7 grown and 5 not seen again, from 20 Jul 2024 to 24 Jul 2024." */
function changesOf({ by_status: statuses, compared, before, after }: JsonObject): string {
  const counts = Object.entries(isObject(statuses) ? statuses : {}).flatMap(([status, count]) =>
    numberOf(count) === null ? [] : [`${count} ${status.replaceAll("_", " ")}`],
  );
  const of = (period: unknown) => (isObject(period) ? period.interval : null);
  const what = counts.length === 0 ? `No ${textOf(compared) ?? "features"}` : listed(counts);
  return `${what}: ${periodsText(of(before), of(after))}`;
}

function periodsText(before: unknown, after: unknown): string {
  return `${periodText(before) ?? "?"} compared with ${periodText(after) ?? "?"}.`;
}

/** The sentences of a caption that say what changed, if anything did. */
const changed = /(?:Detections|Fires): [^.]*[1-9][^.]*\./g;

/** "Fires: 33 new, 7 continuing, 5 not seen again. 20 Jul 2024 compared with 24 Jul 2024." */
function comparedOf({ caption }: JsonObject, { before, interval }: JsonObject): string {
  const sentences = textOf(caption)?.match(changed) ?? ["Nothing matches."];
  return `${sentences.join(" ")} ${periodsText(before, interval)}`;
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
    const position = center.map(numberOf).toReversed().join(", ");
    const name = textOf(place) ?? textOf(given.near) ?? position;
    return `within ${numberOf(radiusKm)} km of ${name}`;
  }
  if (typeof within === "string") return `in ${textOf(given.within) ?? within}`;
  return isBbox(bbox) ? `in [${bbox.join(", ")}]` : "";
}

function countsOf({ matched, labels }: JsonObject): string {
  const count = numberOf(matched);
  if (count === null) return "The service offers no detections.";
  const parts = Object.entries(isObject(labels) ? labels : {}).flatMap(([label, each]) =>
    typeof each === "number" && each > 0
      ? [`${each.toLocaleString("en")} ${labelWords[label] ?? label}`]
      : [],
  );
  const all = counted(count, ["detection", "detections"]);
  return `${all}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`;
}

function storyTitle({ fire, perimeter }: JsonObject): { title: string; headline: string } {
  const { name, state, year } = isObject(fire) ? fire : {};
  const { area_km2: km2, time } = isObject(perimeter) ? perimeter : {};
  const known = [name, state, year].map(wordOf).filter((each) => each !== null);
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
