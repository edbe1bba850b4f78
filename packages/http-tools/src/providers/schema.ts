export type JsonObject = Readonly<Record<string, unknown>>;

/** What the input schemas of the catalogue are made of: an object of scalars, enums and arrays. */
export interface Schema {
  readonly type: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

/**
 * Rebuilds a schema from within: `change` gets each schema after those inside
 * it. The names of properties are never taken for keywords: a parameter may
 * well be called `properties`.
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

/** The schema with no other keywords than these; looks at no schema inside it. */
export function withOnly(schema: Schema, keywords: ReadonlySet<string>): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => keywords.has(keyword));
  return Object.fromEntries(kept) as Schema;
}
