/** What is wrong with a file, one sentence each. */
export class Faults {
  readonly list: string[] = [];

  add(path: string, fault: string, right?: string): void {
    if (this.list.length === maxFaults) return;
    const what = path === "" ? "It" : `"${path}"`;
    this.list.push(`${what} ${fault}${right ? `: ${right}` : ""}.`);
  }
}

const maxFaults = 20;
const maxTextLength = 2000;

/** Says what is wrong with a value, if anything. */
export type Check = (value: unknown, path: string, faults: Faults, right?: string) => unknown;

export function text(value: unknown, path: string, faults: Faults): void {
  if (typeof value === "string" && value.trim() !== "" && value.length <= maxTextLength) return;
  faults.add(path, "is not a text", "write some words in quotes");
}

export function number(least: number, most: number): Check {
  return (value, path, faults) => {
    if (typeof value === "number" && value >= least && value <= most) return;
    faults.add(path, "is not such a number", `write one from ${least} to ${most}`);
  };
}

export function oneOf(choices: readonly unknown[]): Check {
  return (value, path, faults) => {
    if (choices.includes(value)) return;
    const fault = value === undefined ? "is missing" : "has a value that is not known";
    faults.add(path, fault, `write ${choices.map((each) => JSON.stringify(each)).join(" or ")}`);
  };
}

/** A list that is not empty. */
export function listOf(item: Check): Check {
  return (value, path, faults, right = "write values in brackets, at least one") => {
    if (!Array.isArray(value) || value.length === 0)
      return faults.add(path, "is not a list", right);
    for (const [i, each] of value.entries()) item(each, `${path}[${i}]`, faults);
  };
}

/** Members of any names. */
export function mapOf(item: Check): Check {
  return (value, path, faults) => {
    if (!isObject(value)) return faults.add(path, "is not an object", "write names and values");
    for (const [name, each] of Object.entries(value)) item(each, under(path, name), faults);
  };
}

/** Members of these names and no others. */
export function object(
  members: Readonly<Record<string, readonly [check: Check, isOptional?: "optional"]>>,
): Check {
  return (value, path, faults) => {
    if (!isObject(value)) return faults.add(path, "is not an object", "write it in braces");
    const names = Object.keys(members);
    for (const name of Object.keys(value)) {
      if (!names.includes(name))
        faults.add(under(path, name), "is not known", `the members are ${names.join(", ")}`);
    }
    for (const [name, [check, isOptional]] of Object.entries(members)) {
      const each = member(value, name);
      if (each !== undefined) check(each, under(path, name), faults);
      else if (!isOptional) faults.add(under(path, name), "is missing");
    }
  };
}

export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function under(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
