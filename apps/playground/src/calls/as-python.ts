import { toolPath } from "../server/api.ts";
import type { Call } from "./as-curl.ts";

/** The call as a script in Python 3, by its standard library alone. */
export function toPython(origin: string, { tool, args }: Call, withKey: boolean): string {
  const key = withKey
    ? ['        "Authorization": "Bearer " + os.environ["EMBERLINE_API_KEY"],']
    : [];
  return [
    "import json",
    ...(withKey ? ["import os"] : []),
    "import urllib.request",
    "",
    `arguments = ${literal(args)}`,
    "request = urllib.request.Request(",
    `    ${literal(`${origin}${toolPath(tool)}`)},`,
    "    json.dumps(arguments).encode(),",
    "    {",
    '        "Content-Type": "application/json",',
    ...key,
    "    },",
    ")",
    "with urllib.request.urlopen(request) as answer:",
    "    print(json.dumps(json.load(answer)))",
    "",
  ].join("\n");
}

const words: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [null, "None"],
  [true, "True"],
  [false, "False"],
]);

/** JSON as Python writes it; its strings are Python's too. */
function literal(value: unknown): string {
  const word = words.get(value);
  if (word !== undefined) return word;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value!).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${literal(name)}: ${literal(member)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}
