import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AreaLocator, findAreas, labelOfArea, loadAreas, similarAreas } from "../src/index.ts";

const pause = () => undefined;

describe("areas", () => {
  it("are located by position: countries, states, and counties of the USA", async () => {
    const country = await AreaLocator.open("country", pause);
    const region = await AreaLocator.open("region", pause);
    const county = await AreaLocator.open("county", pause);
    const labels = (lon: number, lat: number) =>
      [country, region, county].map((each) => each.labelAt(lon, lat));
    assert.deepEqual(labels(-121.78, 42.22), [
      "United States",
      "Oregon, United States",
      "Klamath County, Oregon",
    ]);
    assert.deepEqual(labels(11.57, 48.14), ["Germany", "Bavaria, Germany", null]);
    assert.deepEqual(labels(-30, 40), [null, null, null]);
    // Chukotka lies on both sides of the antimeridian.
    assert.equal(country.labelAt(-175, 66), "Russia");
    assert.equal(country.labelAt(175, 66), "Russia");
  });

  it("contain their corners; a corner of several is located in the first of them", async () => {
    const areas = await loadAreas();
    const region = await AreaLocator.open("region", pause);
    const { best } = findAreas(areas, "Oregon");
    let shared = 0;
    for (const ring of areas.polygons(best!.index).flat()) {
      for (let i = 0; i < ring.length; i += 2) {
        const [lon, lat] = [ring[i]!, ring[i + 1]!];
        const around = areas
          .ofKind("region")
          .filter((index) => areas.outline(index).contains(lon, lat));
        assert.ok(around.includes(best!.index));
        if (around.length > 1) shared++;
        assert.equal(region.labelAt(lon, lat), labelOfArea(areas, areas.area(around[0]!)));
      }
    }
    assert.ok(shared > 20);
  });

  it("are several where a name is another country's too, or a small one's beside a state's", async () => {
    const areas = await loadAreas();
    const labelsOf = (text: string) => {
      const { best, others } = findAreas(areas, text);
      return best ? labelOfArea(areas, best) : others.map((each) => labelOfArea(areas, each));
    };
    assert.deepEqual(labelsOf("Congo"), [
      "Democratic Republic of the Congo",
      "Republic of the Congo",
    ]);
    assert.deepEqual(labelsOf("Korea"), ["North Korea", "South Korea", "Korea"]);
    assert.deepEqual(labelsOf("carolina"), [
      "North Carolina, United States",
      "South Carolina, United States",
      "Carolina, Puerto Rico",
    ]);
    // A country's own name, or its code, is that country.
    for (const [text, label] of [
      ["Guinea", "Guinea"],
      ["Sudan", "Sudan"],
      ["Niger", "Niger"],
      ["Samoa", "Samoa"],
      ["Dominica", "Dominica"],
      ["COG", "Republic of the Congo"],
      ["DR Congo", "Democratic Republic of the Congo"],
      ["Congo, DRC", "Democratic Republic of the Congo"],
      ["Korea, South", "South Korea"],
      ["Bosnia", "Bosnia & Herzegovina"],
      ["Solomon Is.", "Solomon Islands"],
      // ISO 3166-1, for which Natural Earth has SAH, PSX and SDS.
      ["ESH", "Western Sahara"],
      ["PSE", "Palestinian Territories"],
      ["SSD", "South Sudan"],
    ])
      assert.equal(labelsOf(text!), label, text);
  });

  it("of a country without parts have the country's name, not a part's", async () => {
    const areas = await loadAreas();
    for (const part of ["Kashmir", "Sark", "Eysturoyar"])
      assert.deepEqual(findAreas(areas, part), { best: null, others: [] }, part);
    const names = (text: string) => similarAreas(areas, text, 3).map((each) => each.name);
    assert.deepEqual(names("Kashmir"), ["Jammu and Kashmir", "Azad Kashmir"]);
    assert.deepEqual(names("Kashmir, Pakistan"), ["Azad Kashmir"]);
  });

  it("know the labels of their level", async () => {
    const region = await AreaLocator.open("region", pause);
    assert.ok(region.hasLabel("Oregon, United States"));
    assert.ok(!region.hasLabel("Klamath County, Oregon"));
    assert.ok(!region.hasLabel("Oregon"));
  });
});
