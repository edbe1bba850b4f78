/** A JSON Schema or a provider's variant, not yet validated. */
export interface LintSchema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, LintSchema>>;
  readonly required?: readonly string[];
  readonly items?: LintSchema;
  readonly anyOf?: readonly LintSchema[];
  readonly [keyword: string]: unknown;
}

/** The parts of a tool that every provider accepts, under varying names. */
export interface LintTool {
  readonly name: string;
  readonly description: string;
  readonly schema: LintSchema;
}

/** A tool that keeps every rule. */
export const plainTool: LintTool = {
  name: "find_fires",
  description: "Finds fires.",
  schema: { type: "object", properties: { place: { type: "string" } } },
};

/** One rule that a provider publishes. */
export interface Rule {
  readonly says: string;
  readonly page: string;
  readonly holds: (tool: LintTool) => boolean;
  /** A tool that breaks this rule and no other of the provider. */
  readonly broken: LintTool;
}

/** The schema and all inside it, each with the number of objects and arrays around it. */
export function schemasOf(schema: LintSchema, depth = 0): { schema: LintSchema; depth: number }[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  return [
    { schema, depth },
    ...inner.flatMap((each) => schemasOf(each, depth + 1)),
    ...(schema.anyOf ?? []).flatMap((each) => schemasOf(each, depth)),
  ];
}

export function everySchema({ schema }: LintTool, holds: (schema: LintSchema) => boolean): boolean {
  return schemasOf(schema).every((each) => holds(each.schema));
}

export function everyPropertyName({ schema }: LintTool, pattern: RegExp): boolean {
  const names = schemasOf(schema).flatMap((each) => Object.keys(each.schema.properties ?? {}));
  return names.every((name) => pattern.test(name));
}
