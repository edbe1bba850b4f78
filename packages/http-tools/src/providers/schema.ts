import type { JsonObject } from "@emberline/client";

/** An input schema of the catalogue: an object of scalars, enums and arrays. */
export interface Schema {
  readonly type: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

/**
 * Rebuilds a schema bottom-up with `change`. Property names are never treated as keywords, since a
 * parameter may be called `properties`.
 */
export function mapSchema(schema: Schema, change: (schema: Schema) => JsonObject): JsonObject {
  const { properties, items } = schema;
  const inner: Record<string, unknown> = { ...schema };
  if (properties) {
    const mapped = Object.entries(properties).map(([name, each]) => [
      name,
      mapSchema(each, change),
    ]);
    inner.properties = Object.fromEntries(mapped);
  }
  if (items) inner.items = mapSchema(items, change);
  return change(inner as Schema);
}

/** The schema with only these keywords; nested schemas are unchanged. */
export function withOnly(schema: Schema, keywords: ReadonlySet<string>): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => keywords.has(keyword));
  return Object.fromEntries(kept) as Schema;
}
