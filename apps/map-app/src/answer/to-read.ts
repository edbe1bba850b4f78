import { isBbox } from "@emberline/geo";
import { areaOf, argumentsOf, type ShownLayer, type ToRead } from "./arguments.ts";
import { isObject, type JsonObject, numberOf, recordsOf, textOf, timeMsOf } from "./json.ts";
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
    case "assess_fire": {
      const args = argumentsOf(tool, answer, given);
      const interval = (args.time ?? "").split("/").map(timeMsOf);
      return {
        tool,
        layers: tool === "show_map" ? drawnLayers(answer) : assessedLayers(tool, answer),
        area: areaOf(answer),
        interval: [interval[0] ?? null, interval[1] ?? null],
        arguments: args,
      };
    }
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

function drawnLayers(answer: JsonObject): ShownLayer[] {
  return recordsOf(answer).flatMap(({ collection, matched }) => {
    const id = textOf(collection);
    // Without a count, the service does not offer it.
    return id === null || numberOf(matched) === null
      ? []
      : [{ id, kind: kindOf(id), matched: numberOf(matched) }];
  });
}

function assessedLayers(
  tool: "assess_location" | "assess_fire",
  { selection, matched }: JsonObject,
): ShownLayer[] {
  const hotspots = isObject(selection) ? textOf(selection.collection) : null;
  const counted = tool === "assess_location" ? numberOf(matched) : null;
  return [
    { id: usual.perimeters, kind: "perimeters", matched: null },
    { id: usual.sources, kind: "sources", matched: null },
    { id: hotspots ?? usual.detections, kind: "detections", matched: counted },
    { id: usual.simulations, kind: "simulations", matched: null },
  ];
}

/** All that a summary or a comparison counted, of both periods. */
function ofCounts(
  tool: "summarize_features" | "compare_periods",
  given: JsonObject,
  answer: JsonObject,
): ToRead | null {
  const { selection, before, after } = answer;
  const collection = isObject(selection) ? textOf(selection.collection) : null;
  if (collection === null) return null;
  const { after: _, before: __, since: ___, time: ____, ...place } = given;
  const isComparison = tool === "compare_periods";
  const isWhole = !isComparison && !narrowing.some((name) => name in given);
  const [start, end] = [startOf(before), endOf(after)];
  const time = start === null && end === null ? null : `${start ?? ".."}/${end ?? ".."}`;
  return {
    tool: isComparison ? tool : "show_map",
    layers: [
      {
        id: collection,
        kind: kindOf(collection),
        matched: isWhole ? numberOf(answer.matched) : null,
      },
    ],
    area: areaOf(answer),
    interval: [timeMsOf(start), timeMsOf(end)],
    arguments: {
      ...argumentsOf("show_map", answer, isComparison ? place : given),
      ...(isComparison && time !== null && { time }),
    },
  };
}

function startOf(period: unknown): string | null {
  const interval = isObject(period) ? period.interval : null;
  return Array.isArray(interval) ? textOf(interval[0]) : null;
}

function endOf(period: unknown): string | null {
  const interval = isObject(period) ? period.interval : null;
  return Array.isArray(interval) ? textOf(interval[1]) : null;
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
    interval: [null, null],
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
    interval: [null, null],
    arguments: { bbox },
    only: new Set([own]),
  };
}
