/** One row of a filter. */
export interface Condition {
  readonly property: string;
  readonly operator: Operator;
  /** As typed; numbers too. */
  readonly value: string;
  readonly matchesCase: boolean;
}

export type Operator =
  | "="
  | "<>"
  | "<"
  | "<="
  | ">"
  | ">="
  | "contains"
  | "starts with"
  | "is missing"
  | "is given";

export type Join = "AND" | "OR";

export interface Filter {
  readonly join: Join;
  readonly conditions: readonly Condition[];
}

/** What kind of values a property has. */
export type ValueKind = "number" | "text" | "boolean" | "time" | "mixed";

export function kindOfTypes(types: readonly string[]): ValueKind {
  const isNumber = types.some((type) => type === "number" || type === "integer");
  if (isNumber) return types.includes("string") ? "mixed" : "number";
  if (types.includes("boolean")) return "boolean";
  return types.includes("dateTime") || types.includes("date") ? "time" : "text";
}

const comparisons: readonly Operator[] = ["=", "<>", "<", "<=", ">", ">="];
const presence: readonly Operator[] = ["is missing", "is given"];

export const operatorsFor: Readonly<Record<ValueKind, readonly Operator[]>> = {
  number: [...comparisons, ...presence],
  mixed: [...comparisons, ...presence],
  time: ["<", "<=", ">", ">=", ...presence],
  boolean: ["=", "<>", ...presence],
  text: ["=", "<>", "contains", "starts with", ...presence],
};

export function needsValue(operator: Operator): boolean {
  return !presence.includes(operator);
}

/** Whether a row can be sent. */
export function isComplete({ property, operator, value }: Condition): boolean {
  return property !== "" && (value.trim() !== "" || !needsValue(operator));
}
