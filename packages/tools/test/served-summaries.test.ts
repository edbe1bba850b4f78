import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadAreas } from "@emberline/areas";
import { call, contextOf, point } from "./support.ts";

const spec = "https://github.com/emberline/emberline/spec/aggregate/1.0";
const collection = "svc:hotspots";
const seen = { datetime: "2025-06-20T09:00:00Z", satellite: "Aqua" };
const features = [
  point("a", 10, 50, { ...seen, frp: 1.5 }),
  point("b", 11, 50, { ...seen, frp: 2.5 }),
  point("c", 12, 50, { ...seen, satellite: "Terra", frp: 6 }),
];
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "satellite", type: "string" },
  { id: "frp", type: "number" },
];
const right = {
  timeStamp: "2025-06-20T12:00:00Z",
  numberMatched: 3,
  numberWithoutLocation: 0,
  numberWithoutTime: 0,
  numberNotPoints: 0,
  timeProperty: "datetime",
  totals: [{ count: 3, sum: 10, min: 1.5, max: 6 }],
  groups: [
    { key: ["Aqua"], count: 2, statistics: [{ count: 2, sum: 4, min: 1.5, max: 2.5 }] },
    { key: ["Terra"], count: 1, statistics: [{ count: 1, sum: 6, min: 6, max: 6 }] },
  ],
  links: [],
};
const input = {
  collection,
  group_by: ["satellite"],
  properties: ["frp"],
  statistics: ["sum", "min", "max", "mean"],
};

const extent = { temporal: { interval: [["2025-06-20T09:00:00Z", "2025-06-20T09:00:00Z"]] } };

/** A service that declares to aggregate, and answers with this. */
function serviceWith(aggregation: (url: URL) => Response, conformsTo = [`${spec}/conf/aggregate`]) {
  return contextOf({
    features: { [collection]: features },
    queryables,
    intercept(url) {
      const { pathname } = url;
      if (pathname.endsWith("/conformance")) return Response.json({ conformsTo });
      if (pathname.endsWith("/aggregate")) return aggregation(url);
      const links = [{ rel: `${spec}/rel/aggregate`, href: "/anywhere" }];
      return pathname.endsWith(collection)
        ? Response.json({ id: collection, links, extent })
        : undefined;
    },
  });
}

/** What the tool says, and whether it read features. */
async function summaryOf(
  aggregation: (url: URL) => Response,
  conformsTo?: string[],
  asked: object = input,
) {
  const { context, requests } = serviceWith(aggregation, conformsTo);
  const result = await call("summarize_features", asked, context);
  const isRead = requests.some(({ searchParams }) => searchParams.get("limit") === "5000");
  return { result, isRead, text: result.ok ? result.text : result.error.message };
}

const changed = (change: object) => () => Response.json({ ...right, ...change });

describe("a summary where the data is", () => {
  it("is that of a reading, without one", async () => {
    const served = await summaryOf(changed({}));
    const read = await summaryOf(changed({}), []);
    assert.equal(served.isRead, false);
    assert.equal(read.isRead, true);
    assert.match(read.text, /"sum":10,"min":1\.5,"max":6,"mean":3\.3/);
    assert.equal(served.text, read.text);
  });

  const refused: [string, () => Response][] = [
    ["its groups lack features", changed({ groups: right.groups.slice(1) })],
    ["it counts more than its groups", changed({ numberMatched: 4 })],
    ["a count is negative", changed({ numberMatched: -3 })],
    ["a count is huge", changed({ numberMatched: 1e300 })],
    ["a count is a text", changed({ numberMatched: "3" })],
    ["it has no groups", changed({ groups: undefined })],
    ["two groups are the same", changed({ groups: [right.groups[0], right.groups[0]] })],
    ["the sum is not that of the groups", changed({ totals: [{ ...right.totals[0], sum: 11 }] })],
    ["a sum is a text", changed({ totals: [{ ...right.totals[0], sum: "NaN" }] })],
    ["the greatest is below the least", changed({ totals: [{ ...right.totals[0], max: 0 }] })],
    [
      "there are more numbers than features",
      changed({ totals: [{ ...right.totals[0], count: 4 }] }),
    ],
    ["it measures something else", changed({ totals: [] })],
    ["it is not JSON", () => new Response("NaN", { status: 200 })],
    ["it is a page of features", () => Response.json({ type: "FeatureCollection", features })],
  ];
  for (const [name, aggregation] of refused) {
    it(`is an error where ${name}`, async () => {
      const { result, isRead } = await summaryOf(aggregation);
      assert.equal(isRead, false);
      assert.equal(result.ok ? "answered" : result.error.code, "service_failed");
    });
  }

  const doubted: [string, () => Response][] = [
    ["fails", () => new Response("", { status: 400 })],
    ["has too many groups", () => Response.json({ code: "invalid-parameter" }, { status: 400 })],
    [
      "counts otherwise than its pages",
      changed({
        numberMatched: 2,
        totals: [{ count: 2, sum: 4, min: 1.5, max: 2.5 }],
        groups: right.groups.slice(0, 1),
      }),
    ],
    ["has geometries other than points", changed({ numberNotPoints: 1 })],
  ];
  for (const [name, aggregation] of doubted) {
    it(`is read from the features where the service ${name}`, async () => {
      const { text, isRead } = await summaryOf(aggregation);
      assert.equal(isRead, true);
      assert.equal(text, (await summaryOf(changed({}), [])).text);
    });
  }

  it("is read from the features where their times come from several properties", async () => {
    const asked = { collection, group_by: ["day"] };
    const groups = [{ key: ["2025-06-20"], count: 3, statistics: [] }];
    const answer = { totals: [], groups };
    const served = await summaryOf(changed(answer), undefined, asked);
    assert.equal(served.isRead, false);
    const mixed = await summaryOf(
      changed({ ...answer, timeProperty: undefined }),
      undefined,
      asked,
    );
    assert.equal(mixed.isRead, true);
    assert.equal(mixed.text, served.text);
  });

  const allParts = ["aggregate", "areas", "post"].map((each) => `${spec}/conf/${each}`);
  const all = [{ count: 3, sum: 10, min: 1.5, max: 6 }];

  it("forms groups by area by the same names and borders, else from the features", async () => {
    const { edition } = await loadAreas();
    const asked = { ...input, group_by: ["country"] };
    const inCountry = (key: unknown, areaEdition: string) =>
      changed({ areaEdition, groups: [{ key: [key], count: 3, statistics: all }] });
    const served = await summaryOf(inCountry("Germany", edition), allParts, asked);
    assert.equal(served.isRead, false);
    const read = await summaryOf(inCountry("Germany", edition), undefined, asked);
    assert.equal(read.isRead, true);
    assert.match(read.text, /\["Germany",3,/);
    assert.equal(served.text, read.text);
    for (const other of [inCountry("Germany", "another-one"), inCountry("Utopia", edition)]) {
      const doubted = await summaryOf(other, allParts, asked);
      assert.equal(doubted.isRead, true);
      assert.equal(doubted.text, read.text);
    }
  });

  it("selects a named area by the same names and borders, else from the features", async () => {
    const { edition } = await loadAreas();
    const asked = { ...input, within: "Bavaria" };
    const names: (string | null)[] = [];
    const inArea = (areaEdition: string, numberOutsideArea: number) => (url: URL) => {
      names.push(url.searchParams.get("area"));
      return changed({ areaEdition, numberOutsideArea })();
    };
    const served = await summaryOf(inArea(edition, 0), allParts, asked);
    assert.deepEqual([served.isRead, names], [false, ["Bavaria, Germany"]]);
    const read = await summaryOf(inArea(edition, 0), undefined, asked);
    assert.deepEqual([read.isRead, names.length], [true, 1]);
    assert.equal(served.text, read.text);
    for (const other of [inArea("another-one", 0), inArea(edition, 1)])
      assert.equal((await summaryOf(other, allParts, asked)).isRead, true);
  });

  it("is read from the features for what only they show", async () => {
    const asked = [
      { top: 1 },
      { near: "50,10", radius_km: 500 },
      { group_by: ["cluster"] },
      { group_by: ["country"] },
    ];
    for (const each of asked) {
      const { text, isRead } = await summaryOf(changed({}), undefined, { ...input, ...each });
      assert.equal(isRead, true, text);
    }
  });
});
