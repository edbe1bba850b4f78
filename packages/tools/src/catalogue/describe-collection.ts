import type { Feature } from "@emberline/core";
import { z } from "zod";
import { toCell } from "../answer/cells.ts";
import {
  budgetParameter,
  collectionMembers,
  newestMember,
  noticesMember,
} from "../answer/envelope.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { type CollectionInfo, collectionInfo } from "../collection/collection-info.ts";
import { exampleFilters } from "../collection/example-filters.ts";
import { takeSample } from "../collection/sample.ts";
import { unitOf } from "../collection/units.ts";
import { collectionParameter } from "../selection/parameters.ts";
import { ownProperty } from "../values/own-property.ts";
import { round } from "../values/round.ts";
import { cleanText } from "../values/text.ts";

const temporalTypes = new Set(["date", "dateTime"]);

const property = z.object({
  name: z.string(),
  types: z.array(z.string()).describe("more than one if sources differ"),
  role: z.string().optional(),
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  values: z.array(z.string()).optional().describe("most frequent in the sample"),
});

const output = z.object({
  collection: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  bbox: z.array(z.number()).optional(),
  interval: z.array(z.string().nullable()).optional().describe("[oldest, newest] observation, UTC"),
  newest: newestMember,
  features: z.number().int().optional().describe("total number"),
  geometry_types: z.array(z.string()).describe("in the sample"),
  properties: z.array(property),
  filters: z.array(z.string()).describe("example filters (CQL2 text) valid here"),
  sample_size: z
    .number()
    .int()
    .describe("number of features that min, max and values come from; a sample"),
  omitted: z.number().int().optional().describe("properties left out for max_tokens"),
  notices: noticesMember,
});

/** Properties of a collection: types, units, ranges and frequent values from a sample. */
export const describeCollection = defineTool({
  name: "describe_collection",
  title: "Describe collection",
  description:
    "Describes one collection: its properties with types, units, ranges or frequent values from a sample across its time range, and example filters. Use it before you filter, sort or group by a property. A property's type may differ between sources.",
  toolset: "core",
  isLight: true,
  annotations: readOnly,
  input: z.object({ collection: collectionParameter, ...budgetParameter }),
  output,
  async run({ collection }, context) {
    const info = await collectionInfo(collection, context);
    const { sample, features } = await takeSample(info, context);
    const properties = describeProperties(info, sample ?? []);
    const filters = exampleFilters(info, sample ?? []).map((each) => cleanText(each, 300));
    const missing = [
      info.queryables
        ? null
        : "The service does not list the queryables of this collection: properties come from the sample.",
      sample
        ? null
        : "The service does not list the features of this collection; get_feature may return single ones by id.",
    ];
    const keep = (kept: number) => ({
      collection: info.id,
      ...(info.title !== null && { title: info.title }),
      ...(info.description !== null && { description: info.description }),
      ...(info.bbox && { bbox: [...info.bbox] }),
      ...(info.interval && { interval: [...info.interval] }),
      ...(features !== undefined && { features }),
      geometry_types: [...new Set((sample ?? []).map(({ geometry }) => geometry?.type ?? "none"))],
      properties: properties.slice(0, kept),
      filters,
      sample_size: sample?.length ?? 0,
      ...(kept < properties.length && { omitted: properties.length - kept }),
      ...collectionMembers(info, missing, context),
    });
    return { parts: properties.length, keep };
  },
});

function describeProperties({ queryables, roles }: CollectionInfo, sample: readonly Feature[]) {
  const types = new Map<string, Set<string>>();
  for (const { id, type } of queryables ?? []) {
    if (id !== undefined && type !== "geometry")
      types.set(id, (types.get(id) ?? new Set()).add(type));
  }
  if (!queryables) {
    for (const name of new Set(sample.flatMap(({ properties }) => Object.keys(properties ?? {}))))
      types.set(name, new Set(["unknown"]));
  }
  const roleOf = new Map(
    Object.entries(roles).flatMap(([role, names]) => names.map((name) => [name, role] as const)),
  );
  return [...types].map(([name, ofType]) => {
    const values = sample
      .map(({ properties }) => ownProperty(properties, name))
      .filter((value) => value !== null && value !== undefined);
    const unit = unitOf(name);
    const role = roleOf.get(name);
    return {
      name: cleanText(name, 60),
      types: [...ofType].map((type) => cleanText(type, 30)),
      ...(role !== undefined && { role }),
      ...(unit !== undefined && { unit }),
      ...rangeOf(values.filter((value) => typeof value === "number")),
      // The interval already gives the times.
      ...(![...ofType].some((type) => temporalTypes.has(type)) &&
        frequent(
          values.filter((value) => typeof value === "string" || typeof value === "boolean"),
        )),
    };
  });
}

function rangeOf(numbers: readonly number[]): { min?: number; max?: number } {
  if (numbers.length === 0) return {};
  return { min: round(Math.min(...numbers), 5), max: round(Math.max(...numbers), 5) };
}

/** Up to this many distinct values are all listed; of more, only a few. */
const fewValues = 12;
const examples = 3;

function frequent(values: readonly (string | boolean)[]): { values?: string[] } {
  if (values.length === 0) return {};
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = String(toCell(String(value), 0)).slice(0, 40);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return {
    values: [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, counts.size <= fewValues ? fewValues : examples)
      .map(([text]) => text),
  };
}
