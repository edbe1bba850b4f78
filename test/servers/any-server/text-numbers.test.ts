import assert from "node:assert/strict";
import { test } from "node:test";
import { type Detection, detections, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* Servers that write numbers as text and describe no types, as MapServer does. */

const bare = servers["MapServer: no datetime, no filter, no queryables"];

function asText(change: (value: unknown, i: number) => unknown = String): readonly Detection[] {
  return detections.map((each, i) => ({
    ...each,
    properties: { ...each.properties, brightness: change(each.properties.brightness, i) },
  }));
}

function call(rows: readonly Detection[], name: string, input: object) {
  const { fetch } = standIn({ ...bare, rows });
  return callerOn(fetch).call(name, { collection: "detections", ...input });
}

async function summary(rows: readonly Detection[], input: object) {
  const result = await call(rows, "summarize_features", { group_by: ["satellite"], ...input });
  assert.ok(result.ok, JSON.stringify(result));
  return result.output as { matched: number; notices?: string[] };
}

const bright = (least: number) =>
  detections.filter(({ properties }) => Number(properties.brightness) >= least).length;

test("numbers written as text are compared as numbers, with a notice", async () => {
  for (const filter of ["brightness >= 350", "brightness >= '350'", "350 <= brightness"]) {
    const { matched, notices = [] } = await summary(asText(), { filter });
    assert.equal(matched, bright(350), filter);
    assert.ok(
      notices.includes('The service writes numbers as text; read as numbers: "brightness".'),
      JSON.stringify(notices),
    );
  }
});

test("numbers written as text are sorted by size", async () => {
  const rows = asText((value) => String(Number(value) - 300));
  const result = await call(rows, "query_features", { sort: "-brightness", limit: 1 });
  assert.ok(result.ok, JSON.stringify(result));
  const {
    columns,
    rows: shown,
    constants,
  } = result.output as {
    columns: string[];
    rows: unknown[][];
    constants?: Record<string, unknown>;
  };
  const top = constants?.brightness ?? shown[0]![columns.indexOf("brightness")];
  assert.equal(top, 99);
});

test("a text that is a number in some features cannot be compared with a number", async () => {
  const rows = asText((value, i) => (i % 2 === 0 ? String(value) : "saturated"));
  const input = { filter: "brightness >= 350", group_by: ["satellite"] };
  const result = await call(rows, "summarize_features", input);
  assert.ok(!result.ok);
  assert.match(result.error.message, /brightness as text that is not always a number/);
  const equal = await summary(rows, { filter: "brightness = 300" });
  const expected = rows.filter(({ properties }) => properties.brightness === "300").length;
  assert.equal(equal.matched, expected);
});

test("codes with leading zeros stay text", async () => {
  const rows = asText((value) => `0${value}`);
  for (const filter of ["brightness = 0350", "brightness IN (0350)"])
    assert.equal(
      (await summary(rows, { filter })).matched,
      rows.filter((each) => each.properties.brightness === "0350").length,
      filter,
    );
  const { matched, notices = [] } = await summary(rows, { filter: "brightness = '0350'" });
  assert.equal(matched, rows.filter((each) => each.properties.brightness === "0350").length);
  assert.ok(matched > 0);
  assert.deepEqual(
    notices.filter((each) => each.includes("numbers as text")),
    [],
  );
});

test("another text after the sampled features is said", async () => {
  const rows = asText((value, i) => (i === 900 ? "saturated" : String(value)));
  const { matched, notices = [] } = await summary(rows, { filter: "brightness >= 300" });
  assert.equal(matched, 1233);
  assert.ok(
    notices.some((each) => each.startsWith("Some features have text that is not a number in")),
    JSON.stringify(notices),
  );
});
