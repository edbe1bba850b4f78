type Properties = Readonly<Record<string, unknown>> | null;

/**
 * A property of a feature, or undefined; of several the first that is not null. Names come from
 * data and callers, and every object inherits a `constructor`.
 */
export function ownProperty(
  properties: Properties,
  name: string | readonly string[] | undefined,
): unknown {
  if (name === undefined || properties === null) return undefined;
  if (typeof name === "string")
    return Object.hasOwn(properties, name) ? properties[name] : undefined;
  let found: unknown;
  for (const each of name) {
    if (Object.hasOwn(properties, each)) found = properties[each];
    if (found !== null && found !== undefined) return found;
  }
  return found;
}

/** A property's name as a member of an answer; `__proto__`, which schemas drop, is quoted. */
export function memberName(name: string): string {
  return name === "__proto__" ? JSON.stringify(name) : name;
}
