import { invalidInput } from "../call/tool-error.ts";
import { checkProperties } from "../collection/check-properties.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { type GroupSort, parseGroupSort, type SummaryInput } from "./group.ts";

/**
 * The measured properties: those given, or the strength if only statistics are given.
 *
 * @throws {ToolError} when a property is unknown, or none is given for the statistics
 *   (`invalid_input`)
 */
export function measuredOf(
  { properties, statistics }: Pick<SummaryInput, "properties" | "statistics">,
  info: CollectionInfo,
): readonly string[] {
  checkProperties(properties ?? [], info, "properties");
  if (properties) return [...new Set(properties)];
  if (statistics === undefined) return [];
  const strength = info.roles.strength?.[0];
  if (strength !== undefined) return [strength];
  throw invalidInput("statistics of what? List numeric properties in properties.", "properties");
}

/** @throws {ToolError} when `sort` or `limit` is given without groups (`invalid_input`) */
export function sortOf(
  { sort, limit }: Pick<SummaryInput, "sort" | "limit">,
  columns: readonly string[] | undefined,
): GroupSort | null {
  if (columns) return sort === undefined ? null : parseGroupSort(sort, columns);
  if (sort === undefined && limit === undefined) return null;
  throw invalidInput(
    "sort and limit are for groups: add group_by, or use query_features.",
    "group_by",
  );
}

/** @throws {ToolError} when a distance to sources is given for nothing (`invalid_input`) */
export function sourceKmOf({
  group_by: names,
  static_source_km: km,
}: Pick<SummaryInput, "group_by" | "static_source_km">): number | undefined {
  if (names?.includes("static_source")) return km ?? 1;
  if (km === undefined) return undefined;
  throw invalidInput(
    'static_source_km needs group_by ["static_source"]; to leave out what is near sources use exclude_static_km.',
    "static_source_km",
  );
}

/** @throws {ToolError} when clusters are combined with other groups (`invalid_input`) */
export function groupNamesOf({ group_by: groupBy }: Pick<SummaryInput, "group_by">) {
  const names = [...new Set(groupBy)];
  if (names.includes("cluster") && names.length > 1)
    throw invalidInput('group_by "cluster" cannot be combined: omit the other.', "group_by");
  return names;
}

const defaultTop = 3;

/** How many of the greatest features are listed, and by which number. */
export function topOf(
  { top, top_by: topBy }: Pick<SummaryInput, "top" | "top_by">,
  measured: readonly string[],
  { roles }: CollectionInfo,
) {
  return {
    by: topBy ?? measured[0] ?? roles.strength?.[0] ?? "area_km2",
    top: top ?? (topBy === undefined ? 0 : defaultTop),
  };
}
