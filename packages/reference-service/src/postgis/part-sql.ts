/**
 * A part of a filter in SQL, with the three values of the evaluator: NULL is unknown. Of features
 * for which one of the open conditions is true, SQL cannot say what the evaluator would.
 */
export interface PartSql {
  readonly sql: string;
  readonly open: readonly string[];
}

/** @returns undefined if a part is */
export function chain(op: "AND" | "OR", parts: readonly (PartSql | undefined)[]) {
  return combine(parts, (all) => `(${all.join(` ${op} `)})`);
}

/** @returns undefined if a part is */
export function combine(
  parts: readonly (PartSql | undefined)[],
  to: (sql: readonly string[]) => string,
): PartSql | undefined {
  if (!parts.every((part) => part !== undefined)) return undefined;
  return { sql: to(parts.map(({ sql }) => sql)), open: parts.flatMap(({ open }) => open) };
}
