import { areaOf, argumentsOf, kindOf, readAnswer, type Shown } from "@emberline/map-app";
import { isObject, type JsonObject } from "../../json.ts";

/** The tools whose answers count features without listing them. */
const counting = ["summarize_features", "compare_periods"];

/** Arguments of a summary that `map_features` does not have: the map has more than was counted. */
const narrowing = ["exclude_static_km", "source_category"];

/**
 * What the page reads for the map of an answer: the features that it counted; null if its rows are
 * all it has.
 */
export function shownOf(tool: string, args: JsonObject, answer: JsonObject): Shown | null {
  if (!counting.includes(tool)) return readAnswer(answer, args);
  const { selection, before, after } = answer;
  const collection = isObject(selection) ? selection.collection : undefined;
  if (typeof collection !== "string") return null;
  const { after: _, before: __, since: ___, time: ____, ...place } = args;
  const period = periodOf(before, after);
  const given = tool === "compare_periods" ? place : args;
  const isWhole = tool !== "compare_periods" && !narrowing.some((name) => name in args);
  const matched = isWhole ? answer.matched : null;
  return {
    tool: "show_map",
    title: "",
    headline: "",
    notices: [],
    layers: [
      {
        id: collection,
        kind: kindOf(collection),
        matched: typeof matched === "number" ? matched : null,
      },
    ],
    area: areaOf(answer),
    interval: [null, null],
    arguments: {
      ...argumentsOf("show_map", answer, given),
      ...(period !== null && { time: period }),
    },
  };
}

/** From the start of the first period to the end of the second. */
function periodOf(before: unknown, after: unknown): string | null {
  const [start] = intervalOf(before);
  const [, end] = intervalOf(after);
  return start === undefined && end === undefined ? null : `${start ?? ".."}/${end ?? ".."}`;
}

function intervalOf(period: unknown): (string | undefined)[] {
  const interval = isObject(period) ? period.interval : undefined;
  if (!Array.isArray(interval)) return [undefined, undefined];
  return interval.map((each) => (typeof each === "string" ? each : undefined));
}
