import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceKm } from "@emberline/core";
import { recordsOf } from "@emberline/test-support/records";
import { readFeatures, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { ambiguousNames, clearNames, misspelledNames, unknownNames } from "./place-names.ts";
import { type Answer, answerOf, call, contextOf, point } from "./support.ts";

interface SourcePlace {
  readonly geonameid: number;
  readonly name: string;
  readonly country: string;
  readonly population: number;
}

interface KnownPlace extends SourcePlace {
  readonly position: [number, number];
}

let read: Map<number, KnownPlace> | undefined;

function readPlaces(): Map<number, KnownPlace> {
  read ??= new Map(
    readFeatures<{ geometry: { coordinates: [number, number] }; properties: SourcePlace }>(
      "places",
    ).map(({ geometry, properties }) => [
      properties.geonameid,
      { ...properties, position: geometry.coordinates },
    ]),
  );
  return read;
}

const { context } = contextOf({
  features: { "svc:hotspots": [point("h1", -8.42, 40.2, { datetime: "2025-06-20T11:00:00Z" })] },
});
const find = (name: string, limit = 5) => answerOf("find_place", { name, limit }, context);
const cell = (answer: Answer, row: number, column: string) => recordsOf(answer)[row]![column];
const positionOf = (answer: Answer, row = 0): [number, number] => [
  cell(answer, row, "lon"),
  cell(answer, row, "lat"),
];

async function refusal(near: string): Promise<{ code: string; message: string }> {
  const result = await call("query_features", { collection: "svc:hotspots", near }, context);
  assert.ok(!result.ok, near);
  return result.error;
}

test("over 300 names, as people write them, each resolve to the place that is meant", {
  skip: skipWithoutSharedData,
}, async () => {
  const places = readPlaces();
  assert.ok(clearNames.length > 300);
  for (const [name, id] of clearNames) {
    const known = places.get(id)!;
    const answer = await find(name);
    const km = distanceKm(positionOf(answer), known.position);
    assert.ok(km < 10, `${name}: ${km} km from ${known.name}, ${known.country}`);
    assert.match(answer.notices.join(" "), /near reads it as/, name);
  }
});

test("a name of several places is refused with the candidates, and resolved with a region", async () => {
  for (const name of ambiguousNames) {
    const { code, message } = await refusal(name);
    assert.equal(code, "invalid_input", name);
    assert.match(message, /may be several places|is the name of/, name);
  }
  const { message } = await refusal("Springfield");
  for (const candidate of ["Springfield, Missouri", "Springfield, Illinois", "people"])
    assert.ok(message.includes(candidate), message);
  const suggested = /such as "([^"]+)"/.exec(message)![1]!;
  const answer = await find(suggested);
  assert.equal(answer.matched, 1);
});

test("a capital or large city far larger than its namesakes needs only its name, and they are listed", async () => {
  for (const [name, country, other] of [
    ["Athens", "Greece", "Athens, Georgia, United States"],
    ["Portland", "United States", "Portland, Maine, United States"],
    ["Birmingham", "United Kingdom", "Birmingham, Alabama, United States"],
    ["Wellington", "New Zealand", "Wellington, Florida, United States"],
    ["New Delhi", "India", ""],
  ]) {
    const input = { collection: "svc:hotspots", near: name };
    const { place, other_places } = (await answerOf("query_features", input, context)).selection
      .area;
    assert.ok(place.endsWith(`, ${country}`), place);
    assert.ok(other === "" || other_places.includes(other), name);
  }
});

test("candidates are sorted by population, whatever their local names", async () => {
  for (const name of ["Geneva", "Bruges", "Springfield"]) {
    const { message } = await refusal(name);
    const people = [...message.matchAll(/; ([\d,]+) people/g)].map(([, count]) =>
      Number(count!.replaceAll(",", "")),
    );
    assert.ok(people.length > 1, message);
    assert.deepEqual(
      people,
      people.toSorted((a, b) => b - a),
    );
    const listed = recordsOf(await find(name)).map(({ population }) => population);
    assert.deepEqual(listed, people.slice(0, listed.length));
  }
});

test("a country or region is refused with its largest town", async () => {
  for (const [name, kind, town] of [
    ["California", "a region, United States", "Los Angeles"],
    ["Bavaria", "a region, Germany", "Munich"],
    ["Russia", "a country", "Moscow"],
  ]) {
    const { message } = await refusal(name!);
    assert.ok(message.includes(`(${kind}; largest town "${town}`), message);
    assert.ok((await find(name!)).notices.join(" ").includes(kind!));
  }
  assert.match((await refusal("Georgia")).message, /Tbilisi.*Atlanta/);
});

test("a county, which the gazetteer lacks, is refused with what to give instead", async () => {
  for (const name of ["Sonoma County", "Butte County, CA"])
    assert.match((await refusal(name)).message, /has towns, but not counties/);
});

test("places have their current regions", async () => {
  for (const [name, region] of [
    ["Ho Chi Minh City", "Ho Chi Minh City (HCMC)"],
    ["Hanoi", "Hanoi"],
    ["Tromsø", "Troms"],
    ["Hawassa", "Sidama Region"],
  ])
    assert.equal(cell(await find(name!), 0, "region"), region);
});

test("a misspelt name is refused with the right spelling", async () => {
  for (const [name, meant] of misspelledNames) {
    const { code, message } = await refusal(name);
    assert.equal(code, "not_found", name);
    assert.ok(message.includes(`${meant}, `), message);
    const answer = await find(name);
    assert.equal(answer.matched, 0);
    assert.ok(
      recordsOf(answer).some(({ name: found }) => found === meant),
      name,
    );
  }
});

test("an unknown name is refused in one clear sentence, and find_place finds nothing", async () => {
  for (const name of unknownNames) {
    const { code, message } = await refusal(name);
    assert.equal(code, "not_found", name);
    assert.match(message, /no place named/);
  }
  for (const name of unknownNames) {
    const answer = await find(name);
    assert.deepEqual([answer.rows, answer.matched], [[], 0], name);
  }
});

test("an answer names the resolved place, its source and other places of that name", async () => {
  const { selection } = await answerOf(
    "query_features",
    { collection: "svc:hotspots", near: "Paris" },
    context,
  );
  const { place, place_source, other_places, nearest_place } = selection.area;
  assert.equal(place, "Paris, Île-de-France, France");
  assert.match(place_source, /GeoNames/);
  assert.ok(other_places.includes("Paris, Texas, United States"));
  assert.equal(nearest_place, undefined);
  assert.ok(distanceKm(selection.area.center, [2.3488, 48.85341]) < 1);
});

test("an unknown part of the text is reported, not ignored", async () => {
  const answer = await find("Paradise, Buttermilk County, California");
  assert.match(answer.notices.join(" "), /"Buttermilk County" is unknown and was ignored/);
});

test("every tool with near accepts a place, and says which one it used", async () => {
  const collection = "svc:hotspots";
  const inputs: Record<string, Answer> = {
    query_features: { collection },
    summarize_features: { collection },
    assess_location: {},
    compare_periods: { collection, before: "yesterday", after: "today" },
    list_simulations: {},
  };
  for (const [name, input] of Object.entries(inputs)) {
    const answer = await answerOf(name, { ...input, near: "Coimbra, Portugal" }, context);
    const { area } = answer.selection ?? answer;
    assert.equal(area.place, "Coimbra, Coimbra, Portugal", name);
    assert.ok(distanceKm(area.center, [-8.41955, 40.20564]) < 1, name);
  }
});

test("swapped coordinates show in the nearest place", async () => {
  const nearest = async (near: string) => {
    const answer = await answerOf("query_features", { collection: "svc:hotspots", near }, context);
    return answer.selection.area.nearest_place;
  };
  assert.match(await nearest("40.3,-8.42"), /^\d+ km [NESW]+ of .*, (?:Coimbra|Aveiro), Portugal$/);
  assert.doesNotMatch(await nearest("-8.42,40.3"), /Portugal/);
  assert.match(await nearest("-23.6,133.88"), /^11 km N of Alice Springs, Northern Territory/);
  assert.match(await nearest("-23.698,133.881"), /^Alice Springs, Northern Territory, Australia$/);
});

test("a small shape across the antimeridian names the place nearest to its middle; a plain box names none", async () => {
  const ring = [
    [179.97, -16.95],
    [180, -16.95],
    [180, -16.9],
    [179.97, -16.9],
    [179.97, -16.95],
  ];
  const west = ring.map(([lon, lat]) => [lon === 179.97 ? -179.99 : -180, lat]);
  const shape = {
    type: "Feature",
    id: "shape",
    geometry: { type: "MultiPolygon", coordinates: [[ring], [west]] },
    properties: {},
  };
  const { context } = contextOf({ features: { "svc:hotspots": [], "svc:areas": [shape] } });
  const ask = async (area: object) =>
    (await answerOf("query_features", { collection: "svc:hotspots", ...area }, context)).selection
      .area;
  assert.match((await ask({ within: "svc:areas/shape" })).nearest_place, /Fiji$/);
  assert.deepEqual(await ask({ bbox: [177, -19, -179, -17] }), { bbox: [177, -19, -179, -17] });
});

test("a position gives the places around it, the same as a search of the whole file", {
  skip: skipWithoutSharedData,
}, async () => {
  const places = [...readPlaces().values()].filter(({ population }) => population >= 15_000);
  // A linear congruential generator: the same positions on every run.
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let i = 0; i < 12; i++) {
    const lon = i < 2 ? 179.9 - 0.02 * i : random() * 360 - 180;
    const lat = i >= 10 ? 89 - random() : Math.asin(random() * 2 - 1) * (180 / Math.PI);
    const answer = await find(`${lat},${lon}`);
    const found = answer.rows.map((_: unknown, row: number) => cell(answer, row, "distance_km"));
    assert.deepEqual(
      found,
      found.toSorted((a: number, b: number) => a - b),
    );
    const least = Math.min(...places.map(({ position }) => distanceKm([lon, lat], position)));
    assert.ok(found[0] <= least + 5, `${lat},${lon}: ${found[0]} km, in the file ${least} km`);
    assert.ok(Math.abs(distanceKm([lon, lat], positionOf(answer)) - found[0]) < 0.06);
  }
});
