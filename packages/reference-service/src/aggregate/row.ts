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
