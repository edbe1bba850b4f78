import { isBbox } from "@emberline/geo";
import { areaOf, argumentsOf, type ShownLayer, type ToRead, timeText } from "./arguments.ts";
import { isObject, type JsonObject, numberOf, objectOf, recordsOf, textOf } from "./json.ts";
import { kindOf } from "./kinds.ts";

/** Arguments of a summary that `map_features` does not have: the map has more than was counted. */
const narrowing = ["exclude_static_km", "source_category"];

/**
 * What the map of an answer reads: the features that it counted, or the outlines of its rows; null
 * if its rows are all it has.
 *
 * @param given the arguments of the call
 */
export function toRead(tool: string, given: JsonObject, answer: JsonObject): ToRead | null {
  switch (tool) {
    case "show_map":
    case "assess_location":
    case "assess_fire":
      // A row for each of several places has no area of its own.
      if (isObject(objectOf(answer.tables).places)) return null;
      return {
        tool,
        layers: tool === "show_map" ? drawnLayers(answer) : assessedLayers(tool, answer),
        area: areaOf(answer),
        arguments: argumentsOf(tool, answer, given),
      };
    case "summarize_features":
    case "compare_periods":
      return ofCounts(tool, given, answer);
    case "query_features":
      return ofRows(given, answer);
    case "get_feature":
      return ofFeature(answer);
    default:
      return null;
  }
}

const usual = {
  detections: "svc:hotspots",
  perimeters: "svc:satellite-perimeters",
  sources: "svc:static-heat-sources",
  simulations: "simulations",
} as const;

/** Collections that an answer shows in a table if they have anything there. */
const others = { evacuation_zones: "svc:evacuation-zones", incidents: "svc:incidents" } as const;

function drawnLayers(answer: JsonObject): ShownLayer[] {
  const { interval, before } = objectOf(answer.selection);
  const [was, is] = [timeText(before), timeText(interval)];
  return recordsOf(answer).flatMap(({ collection, matched }): ShownLayer[] => {
    const id = textOf(collection);
    // Without a count, the service does not offer it.
    if (id === null || numberOf(matched) === null) return [];
    const layer = { id, kind: kindOf(id), matched: numberOf(matched) };
    if (was === null || is === null) return [layer];
    const isCompared = layer.kind === "detections" || layer.kind === "perimeters";
    // The answer counts the later period.
    return isCompared
      ? [
          { ...layer, matched: null, time: was },
          { ...layer, time: is, before: was },
        ]
      : [layer];
  });
}

function assessedLayers(
  tool: "assess_location" | "assess_fire",
  { selection, matched, tables }: JsonObject,
): ShownLayer[] {
  const hotspots = isObject(selection) ? textOf(selection.collection) : null;
  const counted = tool === "assess_location" ? numberOf(matched) : null;
  return [
    { id: usual.perimeters, kind: "perimeters", matched: null },
    { id: usual.sources, kind: "sources", matched: null },
    { id: hotspots ?? usual.detections, kind: "detections", matched: counted },
    { id: usual.simulations, kind: "simulations", matched: null },
    ...Object.entries(others).flatMap(([table, id]): ShownLayer[] =>
      isObject(tables) && table in tables ? [{ id, kind: "others", matched: null }] : [],
    ),
  ];
}

/** All that a summary counted, or a comparison in both periods. */
function ofCounts(
  tool: "summarize_features" | "compare_periods",
  given: JsonObject,
  answer: JsonObject,
): ToRead | null {
  const { selection, before, after } = answer;
  const collection = isObject(selection) ? textOf(selection.collection) : null;
  if (collection === null) return null;
  const layer = { id: collection, kind: kindOf(collection), matched: null };
  const of = (args: JsonObject) => ({
    area: areaOf(answer),
    arguments: argumentsOf("show_map", answer, args),
  });
  if (tool === "compare_periods") {
    const periods = [before, after].map((each) => timeText(isObject(each) ? each.interval : null));
    const layers = periods.map((time) => ({ ...layer, ...(time !== null && { time }) }));
    const { time: _, ...place } = given;
    return { tool, layers, ...of(place) };
  }
  const isWhole = !narrowing.some((name) => name in given);
  const matched = isWhole ? numberOf(answer.matched) : null;
  return { tool: "show_map", layers: [{ ...layer, matched }], ...of(given) };
}

/** The outlines of rows, which say only where their boxes are. */
function ofRows(given: JsonObject, answer: JsonObject): ToRead | null {
  const { selection } = answer;
  const collection = isObject(selection) ? textOf(selection.collection) : null;
  const ids = recordsOf(answer).flatMap(({ bbox, id }) => (isBbox(bbox) ? (textOf(id) ?? []) : []));
  if (collection === null || ids.length === 0) return null;
  return {
    tool: "show_map",
    layers: [{ id: collection, kind: kindOf(collection), matched: ids.length }],
    area: areaOf(answer),
    arguments: argumentsOf("show_map", answer, given),
    only: new Set(ids),
  };
}

/** The outline of one feature. */
function ofFeature({ collection, id, bbox }: JsonObject): ToRead | null {
  const [layer, own] = [textOf(collection), textOf(id)];
  if (layer === null || own === null || !isBbox(bbox)) return null;
  return {
    tool: "show_map",
    layers: [{ id: layer, kind: kindOf(layer), matched: 1 }],
    area: null,
    arguments: { bbox },
    only: new Set([own]),
  };
}
