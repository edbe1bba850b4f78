import { Problem } from "../values/problems.ts";
import type { AggregateParameters } from "./aggregate-query.ts";

/** Members with one value, each as in a URL. */
const single = [
  "area",
  "bbox-crs",
  "cell-size",
  "datetime",
  "filter-crs",
  "filter-lang",
  "utc-offset",
];

/** Members with a list: of values of their own, or of the parts of one value. */
const lists = { "group-by": "repeated", property: "repeated", statistics: "joined" } as const;
const joined = { ...lists, bbox: "joined" } as const;

/**
 * Reads the JSON of a POST: the parameters of a GET, with lists as arrays, and `filter` as text or
 * as CQL2 JSON.
 * @throws {Problem} when it has another form (400)
 */
export function parseAggregateBody(body: unknown): AggregateParameters {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalidBody("The body must be a JSON object with the parameters as members.");
  const params = new URLSearchParams();
  let tree: unknown;
  for (const [name, value] of Object.entries(body)) {
    if (name === "filter" && (typeof value === "object" || typeof value === "boolean")) {
      tree = value;
    } else if (name === "filter" || single.includes(name)) {
      params.append(name, textOf(name, value));
    } else if (Object.hasOwn(joined, name)) {
      const values = Array.isArray(value) ? value.map((each) => textOf(name, each)) : null;
      const isRepeated = joined[name as keyof typeof joined] === "repeated";
      if (values && isRepeated) for (const each of values) params.append(name, each);
      else params.append(name, values?.join(",") ?? textOf(name, value));
    } else {
      const known = [...Object.keys(joined), "filter", ...single].join(", ");
      throw invalidBody(
        `The body has a member ${JSON.stringify(name.slice(0, 60))}; its members can be ${known}.`,
      );
    }
  }
  return { params, ...(tree !== undefined && { filter: tree }) };
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw invalidBody(`The member "${name}" of the body must have texts or numbers.`);
}

/** 400 for a body that is not what it should be. */
export function invalidBody(explanation: string): Problem {
  return new Problem(400, "invalid-request", explanation);
}
