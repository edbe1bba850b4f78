import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { anyText, exported, feature, mixedService, queryables } from "./export-support.ts";
import { point } from "./support.ts";

/** Rows of a CSV file, as read by an independent parser. */
const rowsOf = (file: string): Record<string, string>[] => parse(file, { columns: true });

test("the columns of CSV are the queryables, and other properties are JSON", async () => {
  const { file } = await exported(mixedService, { format: "csv" });
  const rows = rowsOf(file);
  assert.deepEqual(Object.keys(rows[0]!), [
    "id",
    "lon",
    "lat",
    "wkt",
    "name",
    "frp",
    "datetime",
    "other_properties",
  ]);
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ["h1", "10.5", "-50.25", "", 'Ash, "Old"\nFarm', "-12.5", "2025-06-20T11:00:00Z", ""],
      ["7", "", "", "POLYGON((0 0, 2 0, 2 2, 0 0))", "", "", "", '{"island":{"of":["Maui"]}}'],
      ["nowhere", "", "", "", "", "", "", ""],
      ["", "1", "2", "POINT Z (1 2 300)", "-5", "high", "", ""],
    ],
  );
  assert.equal(file.split("\r\n").length, 6, "lines end with CR LF (RFC 4180)");
  assert.match(
    file,
    /\r\n7,,,"POLYGON\(\(0 0, 2 0, 2 2, 0 0\)\)","",,,/,
    "an empty text differs from null",
  );
});

test("without queryables, the columns of CSV are the properties of a sample", async () => {
  const intercept = (url: URL) =>
    url.pathname.endsWith("/queryables") ? new Response("{}", { status: 404 }) : undefined;
  const { file } = await exported({ ...mixedService, intercept }, { format: "csv" });
  assert.deepEqual(Object.keys(rowsOf(file)[0]!), [
    "id",
    "lon",
    "lat",
    "wkt",
    "name",
    "frp",
    "datetime",
    "island",
    "other_properties",
  ]);
});

test("a property named like one of our columns keeps its value under another name", async () => {
  const clash = [point("x", 1, 2, { ID: "mine", lat: 9, "properties.lat": 8 })];
  const { file } = await exported(
    {
      features: { "svc:hotspots": clash },
      queryables: ["ID", "lat", "properties.lat"].map((id) => ({ id, type: "string" })),
    },
    { format: "csv" },
  );
  const [row] = rowsOf(file);
  assert.deepEqual(row, {
    id: "x",
    lon: "1",
    lat: "2",
    wkt: "",
    "properties.ID": "mine",
    "properties.lat": "9",
    "properties.properties.lat": "8",
    other_properties: "",
  });
});

const dangerous = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  " =1+1",
  "\t=1",
  "\r=1",
  "＝1",
  "=cmd|' /C calc'!A0",
  "-2+3+cmd|x",
];

test("no text in a CSV file begins like a formula, and numbers stay numbers", async () => {
  const features = dangerous.map((text, i) => feature(text, null, { name: text, [`=${i}`]: 1 }));
  const numbers = ["-12.5", "+3", "-1e-7"].map((text) =>
    feature(text, null, { name: text, frp: -3 }),
  );
  const { file, answer } = await exported(
    { features: { "svc:hotspots": [...features, ...numbers] }, queryables },
    { format: "csv" },
  );
  const rows = parse(file) as string[][];
  for (const cell of rows.flat()) {
    assert.ok(!/^[=+\-@\t\r＝]/.test(cell) || !Number.isNaN(Number(cell)), JSON.stringify(cell));
  }
  assert.deepEqual(
    rows.slice(1, 3).map((row) => row[0]),
    ["'=1+1", "'+1+1"],
  );
  assert.deepEqual(
    rows.slice(-3).map((row) => [row[0], row[5]]),
    [
      ["-12.5", "-3"],
      ["+3", "-3"],
      ["-1e-7", "-3"],
    ],
  );
  assert.match(
    (answer.notices as string[]).join(" "),
    new RegExp(`${dangerous.length * 2} texts .*apostrophe`),
  );
});

test("a property name that begins like a formula is guarded too", async () => {
  const { file } = await exported(
    { features: { "svc:hotspots": [] }, queryables: [{ id: "=2+5", type: "string" }] },
    { format: "csv" },
  );
  assert.equal(file, "id,lon,lat,wkt,'=2+5,other_properties\r\n");
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: no cell may contain these
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

test("any text survives CSV unchanged, except for control characters and the guard", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 50 }), async (texts) => {
      const features = texts.map((name, i) => feature(i, null, { name }));
      const { file } = await exported(
        { features: { "svc:hotspots": features }, queryables },
        { format: "csv" },
      );
      for (const [i, { name }] of rowsOf(file).entries()) {
        // UTF-8 encodes half a surrogate pair as U+FFFD.
        const clean = texts[i]!.replace(controls, "").toWellFormed();
        assert.ok(name === clean || name === `'${clean}`, JSON.stringify([texts[i], name]));
      }
    }),
    { numRuns: 60, seed: 7 },
  );
});
