import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Body, type Harness, start } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const seen = (hour: string) => ({ datetime: `2024-05-01T${hour}:00Z` });

const lines = [
  pointLine("a", [10.05, 50], { ...seen("00:30"), satellite: "Aqua", frp: 0.1, confidence: 80 }),
  pointLine("b", [10.06, 50], { ...seen("12:00"), satellite: "Aqua", frp: 0.2, confidence: "n" }),
  pointLine("c", [-120, 40], { ...seen("23:59"), satellite: "Terra", frp: 12, confidence: "80" }),
  pointLine("d", [-120, 40], { datetime: "2024-05-03T08:00:00Z", satellite: null, frp: "high" }),
  pointLine("no-place", null, { ...seen("12:00"), satellite: "Aqua", frp: 500 }),
  pointLine("no-time", [10, 50], { satellite: "Aqua", frp: 7 }),
].join("");

const ring = (id: string) =>
  `${JSON.stringify({
    type: "Feature",
    id,
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 0],
        ],
      ],
    },
    properties: { datetime: "2024-05-04T00:00:00Z" },
  })}\n`;

describe("aggregation", () => {
  let harness: Harness;
  before(async () => {
    const files = { "hotspots.geojsonl": lines, "perimeters.geojsonl": ring("outline") };
    harness = await withFolder(files, (data) => start({ data }));
  });

  const path = "/collections/svc:hotspots/aggregate";
  const ask = (query: string): Promise<Body> => harness.json(`${path}?${query}`);
  /** Keys and counts of the groups, in their order. */
  const groupsOf = async (query: string) =>
    (await ask(query)).groups.map(({ key, count }: Body) => [...key, count]);
  const refusal = async (query: string) => {
    const response = await harness.get(`${path}?${query}`);
    assert.equal(response.status, 400);
    return ((await response.json()) as Body).description;
  };

  it("counts all features without parameters", async () => {
    const { links, timeStamp, ...rest } = await ask("");
    assert.deepEqual(rest, {
      numberMatched: 6,
      numberWithoutLocation: 0,
      numberWithoutTime: 0,
      numberNotPoints: 0,
      totals: [],
    });
    assert.equal(timeStamp, "2026-03-04T15:20:00.000Z");
    assert.deepEqual(
      links.map(({ rel }: Body) => rel),
      ["self", "alternate", "collection"],
    );
  });

  it("adds decimals exactly, and leaves out what is not a number", async () => {
    const { totals } = await ask("property=frp&statistics=sum,min,max,mean,median,p75");
    assert.deepEqual(totals, [
      { count: 5, sum: 519.3, min: 0.1, max: 500, mean: 519.3 / 5, median: 7, p75: 12 },
    ]);
    const few = await ask("property=frp&filter=satellite='Aqua' AND frp<1");
    assert.deepEqual(few.totals, [
      { count: 2, sum: 0.3, min: 0.1, max: 0.2, mean: 0.15, median: 0.15000000000000002 },
    ]);
  });

  it("has no numbers where there are none", async () => {
    const { totals, numberMatched } = await ask("property=frp&filter=frp>1000");
    assert.equal(numberMatched, 0);
    assert.deepEqual(totals, [
      { count: 0, sum: null, min: null, max: null, mean: null, median: null },
    ]);
  });

  it("groups by a property: values of each type apart, null with absent", async () => {
    assert.deepEqual(await groupsOf("group-by=property:satellite"), [
      ["Aqua", 4],
      ["Terra", 1],
      [null, 1],
    ]);
    assert.deepEqual(await groupsOf("group-by=property:confidence"), [
      [null, 3],
      ["80", 1],
      ["n", 1],
      [80, 1],
    ]);
  });

  it("groups by day, hour and hour of the day at an offset from UTC", async () => {
    assert.deepEqual(await groupsOf("group-by=day"), [
      ["2024-05-01", 4],
      ["2024-05-03", 1],
      [null, 1],
    ]);
    assert.deepEqual(await groupsOf("group-by=day&utc-offset=-60"), [
      ["2024-05-01", 3],
      ["2024-04-30", 1],
      ["2024-05-03", 1],
      [null, 1],
    ]);
    // Summer time from noon on.
    const changing = "utc-offset=0,2024-05-01T12:00:00Z,60";
    assert.deepEqual(await groupsOf(`group-by=hour&${changing}`), [
      ["2024-05-01T13", 2],
      ["2024-05-01T00", 1],
      ["2024-05-02T00", 1],
      ["2024-05-03T09", 1],
      [null, 1],
    ]);
    assert.deepEqual(await groupsOf("group-by=hour-of-day"), [
      [12, 2],
      [0, 1],
      [23, 1],
      [8, 1],
      [null, 1],
    ]);
  });

  it("groups by cell, solar hour and ranges", async () => {
    assert.deepEqual(await groupsOf("group-by=cell&cell-size=0.05"), [
      [[-120, 40, -119.95, 40.05], 2],
      [[10.05, 50, 10.1, 50.05], 2],
      [[10, 50, 10.05, 50.05], 1],
      [null, 1],
    ]);
    // 10.05° E is 40 minutes ahead of UTC, 120° W eight hours behind.
    assert.deepEqual(await groupsOf("group-by=solar-hour"), [
      [null, 2],
      [0, 1],
      [1, 1],
      [12, 1],
      [15, 1],
    ]);
    assert.deepEqual(await groupsOf("group-by=ranges:0.2,12:frp"), [
      [1, 2],
      [2, 2],
      [0, 1],
      [null, 1],
    ]);
  });

  it("groups by country, region and county: null at sea and without a location", async () => {
    assert.deepEqual(await groupsOf("group-by=country"), [
      ["Germany", 3],
      ["United States", 2],
      [null, 1],
    ]);
    assert.deepEqual(await groupsOf("group-by=region&group-by=property:satellite&bbox=0,0,20,60"), [
      ["Bavaria, Germany", "Aqua", 3],
    ]);
    const counties = await groupsOf("group-by=county");
    assert.deepEqual(counties[0], [null, 4]);
    // On the border of the states, at 120° W.
    assert.match(counties[1].join(), /^(Lassen County, California|Washoe County, Nevada),2$/);
    assert.match((await ask("group-by=county")).areaEdition, /^[\w-]{12}$/);
    assert.equal((await ask("group-by=day")).areaEdition, undefined);
  });

  it("groups by two things at once", async () => {
    const { groups } = await ask(
      "group-by=day&group-by=property:satellite&property=frp&statistics=sum",
    );
    assert.deepEqual(groups, [
      { key: ["2024-05-01", "Aqua"], count: 3, statistics: [{ count: 3, sum: 500.3 }] },
      { key: ["2024-05-01", "Terra"], count: 1, statistics: [{ count: 1, sum: 12 }] },
      { key: ["2024-05-03", null], count: 1, statistics: [{ count: 0, sum: null }] },
      { key: [null, "Aqua"], count: 1, statistics: [{ count: 1, sum: 7 }] },
    ]);
  });

  it("selects like items, but counts apart what lacks a location or time", async () => {
    const query = "bbox=0,0,20,60&datetime=2024-05-01/2024-05-02";
    const page = await harness.json(`/collections/svc:hotspots/items?${query}`);
    const found = await ask(query);
    assert.equal(page.numberMatched, 4);
    assert.equal(found.numberMatched, 2);
    assert.equal(found.numberWithoutLocation, 1);
    assert.equal(found.numberWithoutTime, 1);
    const latitudeFirst = "http://www.opengis.net/def/crs/EPSG/0/4326";
    const turned = await ask(`bbox=0,0,60,20&bbox-crs=${latitudeFirst}`);
    assert.equal(turned.numberMatched, (await ask("bbox=0,0,20,60")).numberMatched);
  });

  it("says whether all times are instants of one property, and all features points", async () => {
    assert.equal((await ask("filter=frp<5")).timeProperty, "datetime");
    assert.equal((await ask("")).timeProperty, undefined);
    const { numberMatched, numberNotPoints } = await harness.json(
      "/collections/svc:satellite-perimeters/aggregate?group-by=cell",
    );
    assert.deepEqual([numberMatched, numberNotPoints], [1, 1]);
  });

  it("is a page for readers too", async () => {
    const response = await harness.get(`${path}?group-by=property:satellite&property=frp&f=html`);
    assert.equal(response.status, 200);
    const text = (await response.text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    assert.match(text, / property:satellite features count of frp sum of frp /);
    assert.match(text, / all 6 5 519\.3 .* Aqua 4 4 507\.3 /);
  });

  it("has an entity tag, and a link from the collection", async () => {
    const first = await harness.get(`${path}?group-by=day`);
    const tag = first.headers.get("ETag")!;
    const again = await harness.get(`${path}?group-by=day`, { headers: { "If-None-Match": tag } });
    assert.equal(again.status, 304);
    const { links } = await harness.json("/collections/svc:hotspots");
    const link = links.find(({ rel }: Body) => rel.endsWith("/rel/aggregate"));
    assert.equal((await harness.get(link.href)).status, 200);
    const { conformsTo } = await harness.json("/conformance");
    assert.ok(conformsTo.some((uri: string) => uri.endsWith("/conf/aggregate")));
  });

  const post = (body: string) =>
    harness.get(path, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
    });

  it("takes the same parameters in the body of a POST", async () => {
    const query = {
      "group-by": ["day", "property:satellite"],
      property: ["frp"],
      statistics: ["sum", "p90"],
      "cell-size": 0.5,
      "utc-offset": -60,
      bbox: [-180, -90, 180, 90],
      datetime: "2024-05-01/..",
      filter: "frp > 0.1",
    };
    const params = new URLSearchParams([
      ["group-by", "day"],
      ["group-by", "property:satellite"],
      ["property", "frp"],
      ["statistics", "sum,p90"],
      ["utc-offset", "-60"],
      ["bbox", "-180,-90,180,90"],
      ["datetime", "2024-05-01/.."],
      ["filter", "frp > 0.1"],
    ]);
    const { links: _, ...posted } = (await (await post(JSON.stringify(query))).json()) as Body;
    const { links: __, ...got } = await ask(String(params));
    assert.deepEqual(posted, got);
    assert.equal(posted.numberMatched, 2);
  });

  it("selects by an outline that is too long for a URL", async () => {
    const circle = Array.from({ length: 20_000 }, (_, i) => {
      const angle = (i / 20_000) * 2 * Math.PI;
      return [10 + 0.055 * Math.cos(angle), 50 + 0.055 * Math.sin(angle)];
    });
    const outline = { type: "Polygon", coordinates: [[...circle, circle[0]]] };
    const filter = { op: "s_intersects", args: [{ property: "geometry" }, outline] };
    const body = JSON.stringify({ filter, "group-by": "property:satellite" });
    assert.ok(body.length > 500_000);
    const { numberMatched, groups } = (await (await post(body)).json()) as Body;
    // "b" lies 0.06° from the middle.
    assert.equal(numberMatched, 2);
    assert.deepEqual(groups, [{ key: ["Aqua"], count: 2, statistics: [] }]);
  });

  it("refuses a body that it cannot read, with what would be right", async () => {
    const refused: [body: string, message: RegExp][] = [
      ["group-by=day", /^The body is not JSON\.$/],
      ["[]", /^The body must be a JSON object with the parameters as members\.$/],
      ['{"groupBy":["day"]}', /a member "groupBy"; its members can be group-by, property,/],
      ['{"group-by":[{}]}', /^The member "group-by" of the body must have texts or numbers\.$/],
      ['{"cell-size":true}', /^The member "cell-size" of the body must have texts or numbers\.$/],
      ['{"filter":{"op":"frp"}}', /^The parameter "filter" cannot be read: /],
      ['{"filter":[]}', /^The parameter "filter" cannot be read: /],
      ['{"__proto__":{"group-by":"day"}}', /a member "__proto__"/],
    ];
    for (const [body, message] of refused) {
      const response = await post(body);
      assert.equal(response.status, 400, body);
      assert.match(((await response.json()) as Body).description, message);
    }
    assert.equal((await post(`"${"x".repeat(4_000_001)}"`)).status, 413);
  });

  it("is not offered where only documented operations are", async () => {
    const other = await start({ documentedOnly: true });
    const collection = "/collections/svc:satellite-perimeters";
    assert.equal((await other.get(`${collection}/aggregate`)).status, 404);
    const { links } = await other.json(collection);
    assert.ok(!links.some(({ rel }: Body) => rel.endsWith("/rel/aggregate")));
  });

  it("refuses what it cannot read, with what would be right", async () => {
    assert.match(
      await refusal("property=power"),
      /"property" names an unknown property "power"; the properties are .*frp/,
    );
    assert.match(
      await refusal("group-by=property:geometry"),
      /cannot use the geometry "geometry"; group by cell, country, region or county\.$/,
    );
    assert.match(await refusal("property=geometry"), /unknown property "geometry"/);
    assert.match(
      await refusal("property=satellite&statistics=sum"),
      /names the property "satellite", which has no numbers; those with numbers are .*frp/,
    );
    assert.match(await refusal("group-by=ranges:1,2:satellite"), /has no numbers/);
    for (const name of ["group-by", "property", "statistics", "cell-size", "utc-offset", "bbox"])
      assert.match(await refusal(`${name}=`), /^The parameter "[a-z-]+" [a-z].*\.$/s);
    assert.match(await refusal("group-by=property:"), /unknown property ""/);
    for (const size of ["0.001", "91", "-1", "1e1", "NaN", "0x10"])
      assert.match(await refusal(`group-by=cell&cell-size=${size}`), /from 0\.01 to 90/);
    assert.match(await refusal("group-by=day&group-by=hour&group-by=cell"), /twice at most/);
    assert.match(await refusal("statistics=sum&statistics=min"), /given more than once/);
    assert.match(await refusal("group-by=week"), /must be day, hour, .*, not "week"/);
    assert.match(await refusal("group-by=day&group-by=day"), /with different values/);
    assert.match(await refusal("group-by=ranges:5,1:frp"), /ascending numbers/);
    assert.match(await refusal("statistics=average"), /must be a list of sum/);
    assert.match(await refusal("statistics=p0"), /not "p0"/);
    assert.match(await refusal("cell-size=0"), /degrees from 0\.01 to 90/);
    assert.match(await refusal("utc-offset=Europe/Athens"), /minutes east of UTC/);
    assert.match(
      await refusal("utc-offset=0,2024-05-02T00:00:00Z,60,2024-05-01T00:00:00Z,0"),
      /ascending instants/,
    );
    assert.match(await refusal("filter=frp >"), /"filter" cannot be read/);
    assert.match(await refusal("bbox=1,2,3"), /"bbox" must be/);
  });

  it("refuses more than 50,000 groups instead of cutting them off", async () => {
    const many = Array.from({ length: 50_001 }, (_, i) =>
      pointLine(String(i), [0, 0], { ...seen("12:00"), pixel: i }),
    ).join("");
    const large = await withFolder({ "hotspots.geojsonl": many }, (data) => start({ data }));
    const response = await large.get(`${path}?group-by=property:pixel`);
    assert.equal(response.status, 400);
    assert.match(((await response.json()) as Body).description, /more than 50000 groups/);
    const fewer = await large.json(`${path}?group-by=property:pixel&filter=pixel<50000`);
    assert.equal(fewer.groups.length, 50_000);
  });
});
