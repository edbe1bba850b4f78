import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { geodesicKm, readSource, within } from "./gazetteer-source.ts";
import { type Answer, answerOf, contextOf } from "./support.ts";

const { context } = contextOf({ features: {} });
const source = readSource();
const find = (name: string, limit = 50): Promise<Answer> =>
  answerOf("find_place", { name, limit }, context);

interface Row {
  readonly name: string;
  readonly county: string | null;
  readonly region: string | null;
  readonly lon: number;
  readonly lat: number;
  readonly population: number | null;
  readonly distance_km: number;
}
const rowsOf = (answer: Answer) => recordsOf(answer) as Row[];

test("every 1,000th place of the source is found by its name, region and country", async () => {
  const towns = source.filter(({ population }) => population >= 500);
  assert.ok(towns.length > 150_000);
  for (let i = 0; i < towns.length; i += 1000) {
    const town = towns[i]!;
    const name = [town.name, town.region, town.country].filter(Boolean).join(", ");
    const found = rowsOf(await find(name)).map(({ lon, lat, population }) => ({
      km: geodesicKm([lon, lat], [town.lon, town.lat]),
      population,
    }));
    // A degree of 1/1000 is 111 m.
    assert.ok(
      found.some(({ km, population }) => km < 0.1 && population === town.population),
      `${name}: ${JSON.stringify(found.slice(0, 3))}`,
    );
  }
});

test("the places around a position are those found by comparing the whole source", async () => {
  // A linear congruential generator: the same positions on every run.
  let seed = 11;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  for (let i = 0; i < 40; i++) {
    const near = source[Math.floor(random() * source.length)]!;
    const position: [number, number] =
      i < 10
        ? [179.9 - 0.02 * i, random() * 120 - 60]
        : [near.lon + random() - 0.5, Math.min(89, near.lat + random() - 0.5)];
    const rows = rowsOf(await find(`${position[1]},${position[0]}`, 10));
    assert.equal(rows.length, 10);
    const last = rows.at(-1)!.distance_km;
    const expected = within(source, position, last + 0.2);
    for (const { name, distance_km } of rows) {
      const same = expected.filter(({ item }) => item.name === name);
      assert.ok(
        same.some(({ km }) => Math.abs(km - distance_km) < 0.15),
        `${position}: ${name} at ${distance_km} km`,
      );
    }
    const names = new Set(rows.map(({ name }) => name));
    const missing = expected.filter(({ item, km }) => km < last - 0.2 && !names.has(item.name));
    assert.deepEqual(missing, [], String(position));
  }
});

test("places of a few hundred people, and those known for a fire, are found with state or country, by code or name", async () => {
  for (const [name, county, region, [lon, lat]] of [
    ["La Pine, Oregon", "Deschutes County", "Oregon", [-121.504, 43.67]],
    ["La Pine, OR", "Deschutes County", "Oregon", [-121.504, 43.67]],
    ["Paradise, CA", "Butte County", "California", [-121.622, 39.76]],
    ["Paradise, California, United States", "Butte County", "California", [-121.622, 39.76]],
    ["Mati, Greece", "Nomarchía Anatolikís Attikís", "Attica", [23.995, 38.044]],
    ["Mati, GR", "Nomarchía Anatolikís Attikís", "Attica", [23.995, 38.044]],
    ["Lytton, BC", "Thompson-Nicola Regional District", "British Columbia", [-121.578, 50.224]],
    [
      "Lytton, British Columbia, Canada",
      "Thompson-Nicola Regional District",
      "British Columbia",
      [-121.578, 50.224],
    ],
    ["Cobargo, NSW", "Bega Valley", "New South Wales", [149.886, -36.388]],
    ["Greenville, Plumas County, CA", "Plumas County", "California", [-120.951, 40.14]],
  ] as const) {
    const answer = await find(name);
    const [first] = rowsOf(answer);
    assert.deepEqual([answer.matched, first!.county, first!.region], [1, county, region], name);
    assert.ok(geodesicKm([first!.lon, first!.lat], [lon, lat]) < 1, name);
    assert.match(answer.notices.join(" "), /near reads it as/, name);
  }
});

test("a county distinguishes places of one name, in full or without its kind", async () => {
  const places = source.filter(
    ({ name, country, region }) =>
      name === "Georgetown" && country === "US" && region === "California",
  );
  assert.equal(places.length, 1);
  for (const county of ["El Dorado County", "El Dorado", "el dorado county"]) {
    const answer = await find(`Georgetown, ${county}, California`);
    assert.deepEqual(
      [answer.matched, recordsOf(answer)[0]!.county],
      [1, "El Dorado County"],
      county,
    );
  }
  // Washington County is in Oregon, the state of Washington is not.
  const answer = await find("Hillsboro, Washington County");
  assert.ok(rowsOf(answer).some(({ region }) => region === "Oregon"));
  assert.ok(rowsOf(answer).every(({ county }) => county === "Washington County"));
});

test("a place of unknown population has null in the answer, not 0", async () => {
  const [lytton] = rowsOf(await find("Lytton, BC"));
  assert.equal(lytton!.population, null);
});

test("the gazetteer takes at most 6 MB", () => {
  const size = statSync(new URL("../gazetteer/places.js", import.meta.url)).size;
  assert.ok(size <= 6_000_000, `${size} bytes`);
});

test("a smaller town with the name besides its own is no rival", async () => {
  const { notices } = await find("Eugene, Oregon");
  assert.match(notices.join(" "), /near reads it as "Eugene, Oregon, United States"/);
});
