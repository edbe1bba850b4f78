import assert from "node:assert/strict";
import { test } from "node:test";
import { hotspot, perimeter, queryables } from "./assess-places.ts";
import { answerOf, contextOf, type FakeService, point } from "./support.ts";

const perimeters = "svc:satellite-perimeters";
const sources = "svc:static-heat-sources";
const category = [
  { id: "category", type: "string" },
  { id: "geometry", type: "geometry" },
];

/** Two plants in Iran, one in Iraq. */
const plants = [
  point("p1", 51.4, 35.6, { category: "power_plant" }),
  point("p2", 52.5, 29.6, { category: "steel_plant" }),
  point("p3", 44.4, 33.3, { category: "power_plant" }),
];

function context(more: Partial<FakeService>) {
  return contextOf({ features: { [sources]: plants }, queryables: category, ...more }).context;
}

const notices = ({ notices: said = [] }: { notices?: string[] }) => said.join("\n");

test("describe_collection says in which countries a list has features, if nothing is declared", async () => {
  const answer = await answerOf("describe_collection", { collection: sources }, context({}));
  assert.match(
    notices(answer),
    /not declared\. Countries that have features: "power_plant": Iran, Iraq; "steel_plant": Iran\./,
  );
});

test("a list without anything in a country is not known to cover it", async () => {
  for (const tool of ["query_features", "summarize_features"]) {
    const asked = { collection: sources, lon: 47.9, lat: 29.3, radius_km: 30 };
    const answer = await answerOf(tool, asked, context({}));
    assert.equal(answer.matched, 0);
    assert.match(notices(answer), /has nothing in Kuwait: it is not known to cover it/, tool);
  }
});

test("a list says which kinds it has in a country, where it has none near", async () => {
  // A flare at Rumaila, 400 km from the plant of Iraq in the list.
  const features = {
    "svc:hotspots": [hotspot("flare", 0, {})].map((each) => ({
      ...each,
      geometry: { type: "Point", coordinates: [47.3, 30.6] },
    })),
    [sources]: plants,
    [perimeters]: [],
  };
  const asked = { lon: 47.3, lat: 30.6, radius_km: 5, time: "2025-06-19/2025-06-20" };
  const answer = await answerOf(
    "assess_location",
    asked,
    context({
      features,
      // The list of sources alone has no strengths, and names no fires.
      intercept: ({ pathname }) =>
        pathname.endsWith(`${sources}/queryables`)
          ? Response.json({ queryables: category })
          : pathname.endsWith(`${perimeters}/queryables`)
            ? Response.json({ queryables: queryables.filter(({ id }) => id !== "frp") })
            : undefined,
      queryables,
    }),
  );
  assert.equal(answer.matched, 1);
  assert.match(notices(answer), /In Iraq, svc:static-heat-sources has only "power_plant": others/);
  assert.match(notices(answer), /svc:satellite-perimeters has nothing in Iraq/);
});

const declared = {
  coverage: {
    countries: [
      { category: "agency_mapped", codes: ["US", "PR"] },
      { category: "satellite_estimate", codes: ["US", "CA"] },
    ],
  },
};
const ofFires = {
  described: declared,
  queryables,
  features: { [perimeters]: [perimeter("m1", [0, 10], { datetime: "2025-06-18T00:00:00Z" })] },
};

test("no perimeter in a country that no source covers is no exact answer", async () => {
  const { coverage: _, ...free } = declared;
  for (const [described, isExact] of [
    [declared, false],
    [free, true],
  ] as const) {
    const asked = { collection: perimeters, within: "Portugal" };
    const answer = await answerOf("query_features", asked, context({ ...ofFires, described }));
    assert.equal(answer.matched, 0);
    assert.deepEqual([answer.matched_exact, answer.complete], [isExact, isExact]);
    const said = /No source of svc:satellite-perimeters covers Portugal: they are of United States/;
    assert.equal(said.test(notices(answer)), !isExact);
  }
});

test("of a country that sources cover in part, the states that they lack are named", async () => {
  const parts = [{ category: "evacuation_zone", codes: ["US-CA", "US-OR", "CA-BC"] }];
  const described = { coverage: { countries: parts } };
  for (const [within, lacking] of [
    ["Oregon", null],
    ["British Columbia", null],
    ["Alberta", "Alberta, Canada"],
    ["Nevada", "Nevada, United States"],
    ["Portugal", "Portugal"],
  ] as const) {
    const asked = { collection: perimeters, within };
    const answer = await answerOf("query_features", asked, context({ ...ofFires, described }));
    assert.equal(answer.complete, lacking === null, within);
    const of = "they are of California, United States, Oregon, United States";
    const said = notices(answer).includes(`No source of ${perimeters} covers ${lacking}: ${of}`);
    assert.equal(said, lacking !== null, notices(answer));
  }
});

test("a country that one of the sources covers is covered", async () => {
  for (const within of ["British Columbia", "Puerto Rico", "Oregon"]) {
    const answer = await answerOf(
      "query_features",
      { collection: perimeters, within },
      context(ofFires),
    );
    assert.deepEqual([answer.matched, answer.matched_exact], [0, true], within);
  }
});

test("an area across a border is not covered by the sources of one side", async () => {
  const asked = { collection: perimeters, bbox: [-117.5, 32, -116, 33] };
  const answer = await answerOf("query_features", asked, context(ofFires));
  assert.deepEqual([answer.matched, answer.matched_exact], [0, false]);
  assert.match(notices(answer), /No source of svc:satellite-perimeters covers Mexico:/);
});

test("a list says which of its declared kinds no source has in a country", async () => {
  const described = {
    coverage: {
      countries: [
        { category: "power_plant", codes: ["IQ", "IR"] },
        { category: "gas_flare", codes: ["IR"] },
      ],
    },
  };
  const asked = { collection: sources, lon: 47.3, lat: 30.6, radius_km: 5 };
  const answer = await answerOf("query_features", asked, context({ described }));
  assert.equal(answer.matched, 0);
  assert.match(notices(answer), /In Iraq, no source of svc:static-heat-sources has "gas_flare"\./);
});

test("describe_collection names the countries that are declared, by category", async () => {
  const answer = await answerOf(
    "describe_collection",
    { collection: perimeters },
    context(ofFires),
  );
  assert.match(
    notices(answer),
    /cover only: "agency_mapped": United States, Puerto Rico; "satellite_estimate": United States, Canada\./,
  );
});

test("an area that the operator does not read is not complete", async () => {
  const boxes = [
    [-125, 42, -116, 46.5],
    [170, -50, -170, -30],
  ];
  const described = { coverage: { boxes } };
  for (const [bbox, said] of [
    [[19, 35, 29, 42], /nothing in the area asked/],
    [[-120, 45, -110, 46], /a part of the area asked/],
    [[-124, 43, -118, 45], null],
    [[175, -45, -175, -35], null],
  ] as const) {
    const asked = { collection: "svc:hotspots", bbox: [...bbox] };
    const answer = await answerOf(
      "query_features",
      asked,
      contextOf({ described, features: { "svc:hotspots": [] } }).context,
    );
    assert.equal(answer.matched_exact, said === null, String(bbox));
    if (said) assert.match(notices(answer), said);
  }
});

test("what is covered at other times in other places is complete only then and there", async () => {
  const sets = [
    { intervals: [["2023-08-01T00:00:00Z", "2023-08-02T23:59:59Z"]] },
    {
      boxes: [[-161, 18, -154, 23]],
      intervals: [["2024-04-01T00:00:00Z", "2024-06-30T23:59:59Z"]],
    },
    {
      boxes: [[-114.6, 31.2, -103, 42.1]],
      intervals: [["2025-06-10T00:00:00Z", "2025-06-23T23:59:59Z"]],
    },
  ];
  const hawaii = [-160, 19, -155, 22];
  const newMexico = [-109, 32, -104, 36];
  const before = /complete only from 2023-08-01T00:00:00Z to 2023-08-02T23:59:59Z: of other times/;
  for (const [bbox, time, said] of [
    [hawaii, "2024-05-01", null],
    [newMexico, "2025-06-15", null],
    [hawaii, "2023-08-01", null],
    [[-30, -30, 50, 50], "2023-08-02", null],
    [newMexico, "2024-05-01", /complete only from .* and from 2025-06-10T00:00:00Z/],
    [[-165, 18, -100, 42], "2024-05-01", before],
    [[-30, -30, 50, 50], "2025-06-15", before],
  ] as const) {
    for (const tool of ["query_features", "summarize_features", "assess_location"]) {
      const isPlace = tool === "assess_location";
      const [west, south, east, north] = bbox;
      const center = { lon: (west + east) / 2, lat: (south + north) / 2, radius_km: 20 };
      if (isPlace && said === before && center.lon < 0) continue;
      const place = isPlace ? center : { bbox: [...bbox] };
      const asked = { ...(!isPlace && { collection: "svc:hotspots" }), ...place, time };
      const extent = { temporal: { interval: [["2023-08-01T00:00:00Z", "2025-06-23T23:59:59Z"]] } };
      const service = {
        described: { coverage: { sets } },
        extent,
        features: { "svc:hotspots": [] },
      };
      const answer = await answerOf(tool, asked, contextOf(service).context);
      const isExact = answer.hotspots?.matched_exact ?? answer.matched_exact;
      assert.equal(isExact, said === null, `${tool} ${bbox} ${time}`);
      if (said) assert.match(notices(answer), said, tool);
    }
  }
});

test("an area that no set holds whole is not complete", async () => {
  const sets = [
    { boxes: [[-161, 18, -154, 23]] },
    // What cannot be read covers nothing, least of all the world.
    { boxes: [[10, 40, 12]] },
    { boxes: [] },
    { intervals: "always" },
    { boxes: [[-114.6, 31.2, -103, 42.1]], intervals: [["2025-06-10T00:00:00Z", null]] },
  ];
  for (const [bbox, said] of [
    [[-165, 18, -100, 42], /a part of the area asked/],
    [[10, 40, 12, 42], /nothing in the area asked/],
    [[-160, 19, -155, 22], null],
  ] as const) {
    const asked = { collection: "svc:hotspots", bbox: [...bbox], time: "2024-05-01" };
    const service = { described: { coverage: { sets } }, features: { "svc:hotspots": [] } };
    const answer = await answerOf("query_features", asked, contextOf(service).context);
    assert.equal(answer.complete, said === null, String(bbox));
    if (said) assert.match(notices(answer), said);
  }
});
