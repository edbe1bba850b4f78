type Properties = Readonly<Record<string, unknown>> | null;

/**
 * A property of a feature, or undefined. Names come from data and callers, and every object
 * inherits a `constructor`.
 */
export function ownProperty(properties: Properties, name: string | undefined): unknown {
  return name !== undefined && properties !== null && Object.hasOwn(properties, name)
    ? properties[name]
    : undefined;
}

/** A property's name as a member of an answer; `__proto__`, which schemas drop, is quoted. */
export function memberName(name: string): string {
  return name === "__proto__" ? JSON.stringify(name) : name;
}
