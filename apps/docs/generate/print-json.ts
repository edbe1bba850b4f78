const widthColumns = 100;

/** JSON with a line for each row of a table, and for everything else that fits on one. */
export function printJson(value: unknown, indent = ""): string {
  const line = oneLine(value);
  if (indent.length + line.length <= widthColumns || isRow(value)) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((item) => inner + printJson(item, inner)).join(",\n")}\n${indent}]`;
  const members = Object.entries(value as object).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${printJson(member, inner)}`,
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function isRow(value: unknown): boolean {
  const cells = Array.isArray(value) ? value : [value];
  return cells.every((cell) => typeof cell !== "object" || cell === null);
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
