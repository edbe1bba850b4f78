import type { AreaLevel } from "@emberline/areas";
import type { Pause } from "@emberline/turns";
import type { AggregateRequest, Grouping, SelectedArea, Statistic } from "../aggregate/request.ts";
import { UtcOffsets } from "../aggregate/utc-offsets.ts";
import type { Queryable, Selection } from "../store/feature-store.ts";
import { invalidParameter } from "../values/problems.ts";
import { checkGivenOnce, parseSelection, selectingParameters } from "./items-query.ts";

const maxGroupings = 2;
const maxProperties = 5;
const maxStatistics = 15;
const maxBounds = 50;
/** Those of the areas, which are loaded on first use. */
const areaLevels: readonly AreaLevel[] = ["country", "region", "county"];
const defaultStatistics = "sum,min,max,mean,median";

const onceParameters = ["area", "statistics", "cell-size", "utc-offset", ...selectingParameters];

/** The parameters of an aggregation; `filter`: a tree that is given instead of its text. */
export interface AggregateParameters {
  readonly params: URLSearchParams;
  readonly filter?: unknown;
}

/**
 * Reads the query of an aggregation; unknown parameters are ignored.
 * @throws {Problem} when a parameter is invalid (400), with its name
 */
export async function parseAggregateQuery(
  { params, filter }: AggregateParameters,
  queryables: readonly Queryable[],
  pause: Pause,
): Promise<{ selection: Selection; request: AggregateRequest }> {
  checkGivenOnce(params, onceParameters);
  const names = params.getAll("group-by");
  if (names.length > maxGroupings || new Set(names).size < names.length)
    throw invalidParameter("group-by", "can be given twice at most, with different values.");
  const properties = params.getAll("property");
  if (properties.length > maxProperties)
    throw invalidParameter("property", `can be given ${maxProperties} times at most.`);
  for (const name of properties) checkNumeric("property", name, queryables);
  const options = {
    offsets: offsetsOf(params.get("utc-offset") ?? "0"),
    sizeDeg: cellSizeOf(params.get("cell-size") ?? "1"),
  };
  const groupings: Grouping[] = [];
  for (const name of names) groupings.push(await groupingOf(name, options, queryables, pause));
  const area = await areaOf(params.get("area"));
  const selection = parseSelection(params, queryables, filter);
  return {
    selection: area ? { box: area.bbox, ...selection } : selection,
    request: {
      ...(area && { area }),
      groupings,
      properties: [...new Set(properties)],
      statistics: statisticsOf(params.get("statistics") ?? defaultStatistics),
    },
  };
}

async function groupingOf(
  text: string,
  { offsets, sizeDeg }: { offsets: UtcOffsets; sizeDeg: number },
  queryables: readonly Queryable[],
  pause: Pause,
): Promise<Grouping> {
  if (text === "day" || text === "hour" || text === "hour-of-day") return { kind: text, offsets };
  if (text === "solar-hour") return { kind: text };
  if (text === "cell") return { kind: text, sizeDeg };
  const level = areaLevels.find((each) => each === text);
  if (level) return byArea(level, pause);
  const [, kind, rest] = /^(property|ranges):(.*)$/s.exec(text) ?? [];
  if (kind === "property") {
    checkProperty("group-by", rest!, queryables);
    return { kind, name: rest! };
  }
  if (kind === "ranges") return rangesOf(rest!, queryables);
  throw invalidParameter(
    "group-by",
    `must be day, hour, hour-of-day, solar-hour, cell, country, region, county, property:NAME or ranges:10,50,100:NAME, not "${shown(text)}".`,
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
  checkNumeric("group-by", name, queryables);
  return { kind: "ranges", name, bounds };
}

async function byArea(level: AreaLevel, pause: Pause): Promise<Grouping> {
  const { AreaLocator } = await import("@emberline/areas");
  return { kind: "area", level, areas: await AreaLocator.open(level, pause) };
}

/** Other values of a property that has numbers are left out. */
function checkNumeric(parameter: string, name: string, queryables: readonly Queryable[]): void {
  checkProperty(parameter, name, queryables);
  const numeric = queryables.filter(({ type }) => type === "number" || type === "integer");
  if (numeric.some(({ id }) => id === name)) return;
  const list = [...new Set(numeric.map(({ id }) => shown(id)))].join(", ") || "none";
  throw invalidParameter(
    parameter,
    `names the property "${shown(name)}", which has no numbers; those with numbers are ${list}.`,
  );
}

function checkProperty(parameter: string, name: string, queryables: readonly Queryable[]): void {
  const isGeometry = queryables.some(({ id, type }) => id === name && type === "geometry");
  if (isGeometry && parameter === "group-by") {
    throw invalidParameter(
      parameter,
      `cannot use the geometry "${shown(name)}"; group by cell, country, region or county.`,
    );
  }
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

async function areaOf(name: string | null): Promise<SelectedArea | undefined> {
  if (name === null) return undefined;
  const { argumentOfArea, boxOfRings, findAreas, loadAreas, similarAreas } = await import(
    "@emberline/areas"
  );
  const areas = await loadAreas();
  const { best, others } = findAreas(areas, name);
  if (best) {
    const polygons = areas.polygons(best.index);
    const outline = areas.outline(best.index, polygons);
    return { outline, bbox: boxOfRings(polygons), edition: areas.edition };
  }
  const nearest = (others.length > 0 ? others : similarAreas(areas, name, 3)).slice(0, 6);
  const listed = nearest.map((each) => argumentOfArea(areas, each)).join("; ");
  const fault = others.length > 0 ? "is the name of several areas" : "names an unknown area";
  throw invalidParameter(
    "area",
    `${fault}, "${shown(name)}"; ${listed ? `give one of: ${listed}.` : "give a country, state, county of the USA, island, range or park."}`,
  );
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
