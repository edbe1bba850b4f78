import { flatBox, isBbox } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import {
  argumentsOf,
  type LayerKind,
  type Shown,
  type ShownLayer,
  type ToolName,
} from "./arguments.ts";
import {
  isObject,
  type JsonObject,
  numberOf,
  recordsOf,
  textOf,
  timeMsOf,
  wordOf,
} from "./json.ts";

/**
 * Reads the structured content of an answer; null if it is not one that has a map.
 *
 * @param given the arguments of the call, as far as the host told them
 */
export function readAnswer(answer: JsonObject, given: JsonObject): Shown | null {
  const tool = toolOf(answer);
  if (tool === null) return null;
  const args = argumentsOf(tool, answer, given);
  const interval = (args.time ?? "").split("/");
  return {
    tool,
    ...titleOf(tool, answer, given),
    notices: noticesOf(answer),
    layers: layersOf(tool, answer),
    area: areaOf(answer),
    interval: [timeMsOf(interval[0]), timeMsOf(interval[1])],
    arguments: args,
  };
}

/** By the members that only this tool's answer has, since not every host names the tool. */
function toolOf(answer: JsonObject): ToolName | null {
  const { selection, tables, mappings, fire, caption } = answer;
  if (isObject(fire) && isObject(tables) && mappings !== undefined) return "assess_fire";
  if (isObject(selection) && isObject(tables)) return "assess_location";
  return isObject(selection) && typeof caption === "string" ? "show_map" : null;
}

const usual = {
  detections: "svc:hotspots",
  perimeters: "svc:satellite-perimeters",
  sources: "svc:static-heat-sources",
  simulations: "simulations",
} as const;

function layersOf(tool: ToolName, answer: JsonObject): ShownLayer[] {
  if (tool === "show_map") {
    return recordsOf(answer).flatMap(({ collection, matched }) => {
      const id = textOf(collection);
      // Without a count, the service does not offer it.
      return id === null || numberOf(matched) === null
        ? []
        : [{ id, kind: kindOf(id), matched: numberOf(matched) }];
    });
  }
  const { selection } = answer;
  const hotspots = isObject(selection) ? textOf(selection.collection) : null;
  const counted = tool === "assess_location" ? numberOf(answer.matched) : null;
  return [
    { id: usual.perimeters, kind: "perimeters", matched: null },
    { id: usual.sources, kind: "sources", matched: null },
    { id: hotspots ?? usual.detections, kind: "detections", matched: counted },
    { id: usual.simulations, kind: "simulations", matched: null },
  ];
}

const kinds: readonly (readonly [RegExp, LayerKind])[] = [
  [/^simulations$/, "simulations"],
  [/hotspot|active.?fire|detection/i, "detections"],
  [/perimeter|burn(t|ed)?.?area/i, "perimeters"],
  [/static|heat.?source/i, "sources"],
];

/** By the id of its collection. */
export function kindOf(id: string): LayerKind {
  return kinds.find(([name]) => name.test(id))?.[1] ?? "others";
}

/** What was asked for, as the answer resolved it. */
export function areaOf({ selection }: JsonObject): MapArea | null {
  const area = isObject(selection) && isObject(selection.area) ? selection.area : {};
  const { bbox, center, within } = area;
  const radiusKm = numberOf(area.radius_km);
  if (Array.isArray(center) && radiusKm !== null) {
    const [lon, lat] = center.map(numberOf);
    if (lon != null && lat != null) return { kind: "circle", center: [lon, lat], radiusKm };
  }
  if (!isBbox(bbox)) return null;
  // The box around a region is not what was asked for.
  return { kind: within === undefined ? "box" : "extent", box: flatBox(bbox) };
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
  const all = `${count.toLocaleString("en")} ${count === 1 ? "detection" : "detections"}`;
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
