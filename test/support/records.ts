// biome-ignore lint/suspicious/noExplicitAny: the members differ by tool
type Json = Record<string, any>;

/** The rows of a table as objects, each with what stands above the rows. */
export function recordsOf({ constants, columns, rows, rows_by_time: times }: Json): Json[] {
  const groups: Json[] = times ?? [{ rows: rows ?? [] }];
  return groups.flatMap(({ rows: ofTime, ...shared }) =>
    ofTime.map((row: unknown[]) => ({
      ...constants,
      ...shared,
      ...Object.fromEntries((columns ?? []).map((name: string, i: number) => [name, row[i]])),
    })),
  );
}

/** The values of some columns, row by row. */
export function valuesOf(table: Json, ...names: string[]): unknown[][] {
  return recordsOf(table).map((record) => names.map((name) => record[name]));
}
