import type { Feature } from "../values/crs.ts";

/** Of the numbers of one property: how many there are, and each statistic in order. */
export interface Figures {
  readonly count: number;
  /** Null without numbers, and where a statistic is too large for a double. */
  readonly values: readonly (number | null)[];
}

export interface AggregateGroup {
  /** As JSON, one for each grouping. */
  readonly key: readonly string[];
  readonly count: number;
  /** One for each measured property. */
  readonly figures: readonly Figures[];
}

/** What a selection has in it, all of one state of the data. */
export interface Aggregation {
  /** The features that were counted. */
  readonly matched: number;
  /** Features that were left out, since a box was given and they have no location. */
  readonly withoutLocation: number;
  /** Of the others those left out, since an interval was given and they have no time. */
  readonly withoutTime: number;
  /** Features that were left out, since they lie outside the area. */
  readonly outsideArea: number;
  /** Features that are neither points of two coordinates nor without geometry. */
  readonly notPoints: number;
  /** Whether the time of every selected feature is the instant in its `datetime`. */
  readonly isByDatetime: boolean;
  readonly totals: readonly Figures[];
  /** By count, then by key. */
  readonly groups: readonly AggregateGroup[];
}

/** Whether `datetime` is an instant wherever it is given. */
export function datetimesAreInstants(
  queryables: readonly { readonly id: string; readonly type: string }[],
): boolean {
  const types = queryables.filter(({ id }) => id === "datetime").map(({ type }) => type);
  return types.length === 1 && types[0] === "dateTime";
}

export function isGiven(datetime: unknown): boolean {
  return typeof datetime === "string" && datetime !== "";
}

/** The members of a feature's properties that a request reads. */
export function propertyOf({ properties }: Pick<Feature, "properties">, name: string): unknown {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** What an aggregation reads of a feature; columns are those of the request. */
export interface AggregateRow {
  /** Epoch milliseconds; −Infinity without time. */
  readonly startMs: number;
  /** Whether `datetime` is given. */
  readonly hasDatetime: boolean;
  readonly hasLocation: boolean;
  /** Whether it is a point of two coordinates, or has no geometry. */
  readonly isPlain: boolean;
  /** Degrees: of a point, else the middle of its bounding box. */
  readonly lon: number;
  readonly lat: number;
  /** The value of a column as JSON, `null` if it is absent. */
  json(column: number): string;
  /** The number in a column, NaN for anything else. */
  number(column: number): number;
}
