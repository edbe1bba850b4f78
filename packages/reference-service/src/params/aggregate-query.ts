import type { AggregateRequest, Grouping, Statistic } from "../aggregate/request.ts";
import { UtcOffsets } from "../aggregate/utc-offsets.ts";
import { invalidParameter } from "../problems.ts";
import type { Queryable, Selection } from "../store/feature-store.ts";
import { checkGivenOnce, parseSelection, selectingParameters } from "./items-query.ts";

const maxGroupings = 2;
const maxProperties = 5;
const maxStatistics = 15;
const maxBounds = 50;
const defaultStatistics = "sum,min,max,mean,median";

const onceParameters = ["statistics", "cell-size", "utc-offset", ...selectingParameters];

/**
 * Reads the query of an aggregation; unknown parameters are ignored.
 * @throws {Problem} when a parameter is invalid (400), with its name
 */
export function parseAggregateQuery(
  params: URLSearchParams,
  queryables: readonly Queryable[],
): { selection: Selection; request: AggregateRequest } {
  checkGivenOnce(params, onceParameters);
  const names = params.getAll("group-by");
  if (names.length > maxGroupings || new Set(names).size < names.length)
    throw invalidParameter("group-by", "can be given twice at most, with different values.");
  const properties = params.getAll("property");
  if (properties.length > maxProperties)
    throw invalidParameter("property", `can be given ${maxProperties} times at most.`);
  for (const name of properties) checkProperty("property", name, queryables);
  const options = {
    offsets: offsetsOf(params.get("utc-offset") ?? "0"),
    sizeDeg: cellSizeOf(params.get("cell-size") ?? "1"),
  };
  return {
    selection: parseSelection(params, queryables),
    request: {
      groupings: names.map((name) => groupingOf(name, options, queryables)),
      properties: [...new Set(properties)],
      statistics: statisticsOf(params.get("statistics") ?? defaultStatistics),
    },
  };
}

function groupingOf(
  text: string,
  { offsets, sizeDeg }: { offsets: UtcOffsets; sizeDeg: number },
  queryables: readonly Queryable[],
): Grouping {
  if (text === "day" || text === "hour" || text === "hour-of-day") return { kind: text, offsets };
  if (text === "solar-hour") return { kind: text };
  if (text === "cell") return { kind: text, sizeDeg };
  const [, kind, rest] = /^(property|ranges):(.*)$/s.exec(text) ?? [];
  if (kind === "property") {
    checkProperty("group-by", rest!, queryables);
    return { kind, name: rest! };
  }
  if (kind === "ranges") return rangesOf(rest!, queryables);
  throw invalidParameter(
    "group-by",
    `must be day, hour, hour-of-day, solar-hour, cell, property:NAME or ranges:10,50,100:NAME, not "${shown(text)}".`,
  );
}

function rangesOf(text: string, queryables: readonly Queryable[]): Grouping {
  const [, list = "", name] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const bounds = list.split(",").map((each) => (each.trim() === "" ? Number.NaN : Number(each)));
  const ascend = bounds.every((each, i) => Number.isFinite(each) && !(each <= bounds[i - 1]!));
  if (name === undefined || !ascend || bounds.length > maxBounds) {
    throw invalidParameter(
      "group-by",
      `must have up to ${maxBounds} ascending numbers in ranges, such as ranges:10,50,100:frp.`,
    );
  }
  checkProperty("group-by", name, queryables);
  return { kind: "ranges", name, bounds };
}

function checkProperty(parameter: string, name: string, queryables: readonly Queryable[]): void {
  const known = queryables.filter(({ type }) => type !== "geometry").map(({ id }) => id);
  if (known.includes(name)) return;
  const list = [...new Set(known)].map(shown).join(", ") || "none";
  throw invalidParameter(
    parameter,
    `names an unknown property "${shown(name)}"; the properties are ${list}.`,
  );
}

function statisticsOf(text: string): Statistic[] {
  const names = [...new Set(text.split(",").map((each) => each.trim()))];
  if (names.length > maxStatistics)
    throw invalidParameter("statistics", `can have ${maxStatistics} names at most.`);
  return names.map((name) => {
    if (name === "sum" || name === "min" || name === "max" || name === "mean") return { name };
    if (name === "median") return { name, quantile: 0.5 };
    const [, percent] = /^p(\d{1,2}(?:\.\d{1,3})?)$/.exec(name) ?? [];
    if (percent !== undefined && Number(percent) > 0)
      return { name, quantile: Number(percent) / 100 };
    throw invalidParameter(
      "statistics",
      `must be a list of sum, min, max, mean, median and percentiles such as p90, not "${shown(name)}".`,
    );
  });
}

function offsetsOf(text: string): UtcOffsets {
  const offsets = UtcOffsets.parse(text);
  if (offsets) return offsets;
  throw invalidParameter(
    "utc-offset",
    "must be minutes east of UTC, such as -480, or several with the ascending instants between them, such as -480,2025-03-09T10:00:00Z,-420.",
  );
}

const cellSizes = { least: 0.01, most: 90 };

function cellSizeOf(text: string): number {
  const size = /^\d{0,2}(\.\d+)?$/.test(text) && text !== "" ? Number(text) : Number.NaN;
  if (size >= cellSizes.least && size <= cellSizes.most) return size;
  throw invalidParameter(
    "cell-size",
    `must be a number of degrees from ${cellSizes.least} to ${cellSizes.most}.`,
  );
}

function shown(text: string): string {
  return text.slice(0, 60);
}
