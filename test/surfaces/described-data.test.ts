import assert from "node:assert/strict";
import { before, test } from "node:test";
import { appOnSharedData, origin } from "@emberline/test-served/in-process";
import { type Answer, answerOf, httpTools, type Surface } from "@emberline/test-served/surfaces";
import {
  hotspotFiles,
  perimeterFile,
  type RawFeature,
  readFeatures,
  sampledData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";

const files: Readonly<Record<string, readonly string[]>> = {
  "svc:hotspots": hotspotFiles,
  "svc:satellite-perimeters": [perimeterFile],
  "svc:static-heat-sources": ["static-heat-sources"],
};
const options = { skip: skipWithoutSharedData };
let shared: Surface;

before(async () => {
  if (!skipWithoutSharedData) shared = httpTools(origin, await appOnSharedData());
});

/**
 * Each call continues where the one before stopped, so the number of calls depends on the machine.
 */
async function describe(collection: string, budget = {}): Promise<Answer> {
  for (let i = 0; i < 5; i++) {
    const answer = await answerOf(shared, "describe_collection", { collection, ...budget });
    if (answer.exact) return answer;
  }
  throw new Error(`${collection} is not read after five calls`);
}

function rawFeatures(collection: string): RawFeature[] {
  const byId = new Map<string, RawFeature>();
  for (const feature of files[collection]!.flatMap((name) => readFeatures(name, sampledData())))
    byId.set(feature.id, feature);
  return [...byId.values()];
}

/** How many features have each value, most first. */
function countsOf(values: readonly unknown[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

for (const collection of Object.keys(files)) {
  test(
    `ranges, values, counts and days of ${collection} are those of the files`,
    options,
    async () => {
      const raw = rawFeatures(collection);
      const answer = await answerOf(shared, "describe_collection", {
        collection,
        max_tokens: 10_000,
      });
      assert.equal(answer.exact, true);
      assert.equal(answer.features, raw.length);
      assert.deepEqual(
        answer.properties.map(({ name }: Answer) => name).sort(),
        [...new Set(raw.flatMap(({ properties }) => Object.keys(properties)))].sort(),
      );
      for (const { name, role, min, max, values, distinct, features } of answer.properties) {
        const all = raw.map(({ properties }) => properties[name]).filter((each) => each != null);
        assert.equal(features ?? raw.length, all.length, name);
        const numbers = all.filter((each) => typeof each === "number");
        if (numbers.length > 0) {
          const sorted = numbers.toSorted((a, b) => a - b);
          const rounded = [sorted[0]!, sorted.at(-1)!].map((each) => Number(each.toFixed(5)));
          assert.deepEqual([min, max], rounded, name);
        }
        const counts = countsOf(all.filter((each) => typeof each === "string"));
        if (counts.size === 0 || role === "time_of_day" || /date/.test(name)) continue;
        if (distinct !== undefined)
          assert.equal(distinct, counts.size > 1000 ? "over 1000" : String(counts.size), name);
        else assert.equal(values.length, counts.size, name);
        if (counts.size > 1000) continue;
        const most = [...counts.values()].sort((a, b) => b - a).slice(0, values.length);
        const shown = values.map((value: string) =>
          [...counts].find(([text]) => String(text).slice(0, 40) === value),
        );
        assert.deepEqual(
          shown.map((each: [unknown, number]) => each[1]),
          most,
          name,
        );
      }
      const days = new Set(
        raw.flatMap(({ properties }) => String(properties.datetime ?? "").slice(0, 10) || []),
      );
      const inRanges = (answer.days ?? []).flatMap((range: string) => {
        const [first, last = first] = range.split("/");
        const start = Date.parse(first!);
        const length = (Date.parse(last!) - start) / 86_400_000 + 1;
        return Array.from({ length }, (_, i) =>
          new Date(start + i * 86_400_000).toISOString().slice(0, 10),
        );
      });
      const withoutData = inRanges.filter((day: string) => !days.has(day));
      assert.deepEqual(
        [...days].filter((day) => !inRanges.includes(day)),
        [],
      );
      assert.equal(withoutData.length === 0, !/gaps of up to/.test(String(answer.notices)));
    },
  );

  test(`the description of ${collection} stays short`, options, async () => {
    const answer = await describe(collection);
    assert.equal(answer.omitted, undefined);
    assert.ok(JSON.stringify(answer).length < 4000);
  });
}

test(
  "each kind of static source has the count and the properties of the file",
  options,
  async () => {
    const raw = rawFeatures("svc:static-heat-sources");
    const { kinds } = await answerOf(shared, "describe_collection", {
      collection: "svc:static-heat-sources",
    });
    const counts = countsOf(raw.map(({ properties }) => properties.category));
    assert.deepEqual(new Map(kinds.map(({ kind, features }: Answer) => [kind, features])), counts);
    for (const { kind, properties } of kinds) {
      const has = (name: string, category: unknown) =>
        raw.some((each) => each.properties.category === category && each.properties[name] != null);
      for (const name of properties) {
        assert.ok(has(name, kind), `${kind} has ${name}`);
        assert.ok(![...counts.keys()].every((other) => has(name, other)), `not all have ${name}`);
      }
    }
  },
);
