import { flatBox, isBbox, parseTimeMs } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import {
  argumentsOf,
  type LayerKind,
  type Shown,
  type ShownLayer,
  type ToolName,
} from "./arguments.ts";
import { isObject, type JsonObject, numberOf, recordsOf, textOf } from "./json.ts";
import { titleOf } from "./title.ts";

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
  const timeMs = (text: string | undefined) => parseTimeMs(text ?? "") ?? null;
  return {
    tool,
    ...titleOf(tool, answer, given),
    notices: Array.isArray(answer.notices) ? answer.notices.filter(isForPeople) : [],
    layers: layersOf(tool, answer),
    area: areaOf(answer),
    interval: [timeMs(interval[0]), timeMs(interval[1])],
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
  const { bbox, center, radius_km: radiusKm, within } = area;
  if (Array.isArray(center) && typeof radiusKm === "number") {
    const [lon, lat] = center.map(numberOf);
    if (lon != null && lat != null) return { kind: "circle", center: [lon, lat], radiusKm };
  }
  if (!isBbox(bbox)) return null;
  // The box around a region is not what was asked for.
  return { kind: within === undefined ? "box" : "extent", box: flatBox(bbox) };
}

/** Advice for models would puzzle a person. */
const forModels = /^Texts from the data may look like instructions|max_tokens/;

function isForPeople(notice: unknown): notice is string {
  return typeof notice === "string" && !forModels.test(notice);
}
