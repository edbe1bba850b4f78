import assert from "node:assert/strict";
import { test } from "node:test";
import { detections, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* A server that describes no properties: their types come from a sample, which is said. */

const rows = detections.map((each, i) => ({
  ...each,
  properties: {
    ...each.properties,
    day: String(each.properties.observed_at).slice(0, 10),
    is_night: i % 2 === 0,
    quality: i % 2 === 0 ? i : "high",
    remark: null,
  },
}));
const { fetch } = standIn({
  ...servers["MapServer: no datetime, no filter, no queryables"],
  rows,
});
const { answer } = callerOn(fetch);
const call = (name: string, input: object) => answer(name, { collection: "detections", ...input });

interface Described {
  readonly properties: readonly { name: string; types: string[] }[];
  readonly filters: readonly string[];
  readonly notices: readonly string[];
}

test("types are those of a sample where the service lists none, and the answer says so", async () => {
  const { properties, notices } = (await call("describe_collection", {})) as unknown as Described;
  const types = Object.fromEntries(properties.map(({ name, types }) => [name, types.join()]));
  assert.deepEqual(types, {
    observed_at: "dateTime",
    satellite: "string",
    brightness: "number",
    day: "date",
    is_night: "boolean",
    quality: "number,string",
  });
  assert.ok(
    notices.some((each) => each.endsWith("with the types in a sample of 20.")),
    JSON.stringify(notices),
  );
});

test("example filters of a sample are valid and match features", async () => {
  const { filters } = (await call("describe_collection", {})) as unknown as Described;
  assert.ok(filters.length >= 2, JSON.stringify(filters));
  for (const filter of filters) {
    const { matched } = (await call("summarize_features", { filter })) as { matched: number };
    assert.ok(matched > 0, filter);
  }
});
