/** The form of streamed rows: objects of the answer's columns, or whole GeoJSON Features. */
export const rowForms = ["columns", "geojson"] as const;

export type RowForm = (typeof rowForms)[number];

/** Takes rows one at a time, so that none is kept. */
export interface RowSink {
  readonly form: RowForm;
  /** Writes a row as JSON. Returns a promise if the tool should wait before the next row. */
  write(row: string): void | Promise<void>;
}
