import assert from "node:assert/strict";
import { test } from "node:test";
import { DescriptionError, parseDescription, shippedDescriptions } from "../../src/index.ts";

const valid = {
  name: "own-zones",
  title: "Own zones",
  layer: "evacuationZones",
  source: { mechanism: "arcgis", url: "https://gis.test/FeatureServer/0" },
  id: ["ZONE"],
  properties: { zone_id: "ZONE" },
  leaves: "remove",
  minutes: 5,
  credit: { name: "a", text: "b", url: "https://a.test/", licence: "c", disclaimer: null },
  known: "unverified",
};

function faultsOf(value: unknown): readonly string[] {
  try {
    parseDescription(typeof value === "string" ? value : JSON.stringify(value), "my.json");
    return [];
  } catch (error) {
    assert.ok(error instanceof DescriptionError);
    return error.faults;
  }
}

test("a description needs little", () => {
  assert.deepEqual(faultsOf(valid), []);
});

const faulty: readonly [name: string, value: unknown, faults: readonly string[]][] = [
  ["no JSON", "{", ["It is not JSON: write one object in braces."]],
  ["a list", [], ["It is not an object: write it in braces."]],
  [
    "a member that is missing and one that is misspelt",
    { ...valid, leaves: undefined, leave: "keep" },
    [
      '"leave" is not known: the members are name, title, layer, source, id, otherIds, idPrefix, sameId, edited, modified, time, timeForm, geometry, properties, others, keep, drop, during, leaves, system, coverage, minutes, delayHours, staleHours, credit, known.',
      '"leaves" is missing.',
    ],
  ],
  [
    "a mechanism that is not there",
    { ...valid, source: { mechanism: "ftp" } },
    [
      '"source.mechanism" has a value that is not known: write "arcgis" or "ogc-features" or "wfs" or "file".',
    ],
  ],
  [
    "an address that is none",
    { ...valid, source: { mechanism: "arcgis", url: "gis.test" } },
    ['"source.url" is not a web address: write it as https://….'],
  ],
  [
    "another protocol for a file",
    { ...valid, source: { mechanism: "file", format: "csv", url: "ftp://gis.test/a.csv" } },
    ['"source.url" is not a web address: write it as https://….'],
  ],
  [
    "a pace below a minute",
    { ...valid, minutes: 0 },
    ['"minutes" is not such a number: write one from 1 to 10080.'],
  ],
  [
    "detections without a system and a time",
    { ...valid, layer: "hotspots", leaves: "stay" },
    [
      '"system" is missing: say whose detections these are, such as NGFS.',
      '"time" is missing: name the field with the time of hotspots.',
    ],
  ],
  [
    "a value with a wrong form",
    { ...valid, properties: { acres: { field: "A", form: "acres" } } },
    [
      '"properties.acres.form" has a value that is not known: write "text" or "number" or "time" or "irwin" or "id" or "name".',
    ],
  ],
  [
    "a form of times that has no year",
    { ...valid, time: "T", timeForm: "DD/MM" },
    ['"timeForm" is not a form: write iso, s, ms, or as in DD/MM/YYYY HH:mm.'],
  ],
];

for (const [name, value, faults] of faulty) {
  test(`a fault is one clear sentence: ${name}`, () => {
    assert.deepEqual(faultsOf(value), faults);
  });
}

test("all descriptions that are shipped are valid, say how well they are known, and are one file each", async () => {
  const names = (await shippedDescriptions()).map(({ name }) => name);
  assert.ok(names.includes("wfigs-incidents"));
  assert.equal(new Set(names).size, names.length);
});
