import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { hotspot, queryables } from "./assess-places.ts";
import { fireService } from "./fire-service.ts";
import { type Answer, answerOf, contextOf, type FakeService } from "./support.ts";

type Json = Record<string, unknown>;

const now = "2025-06-20T12:00:00Z";
const known = [...queryables, { id: "satellite", type: "string" }];

/** A detection so many km east of the place, and so many hours before now. */
const seen = (satellite: string | null, km: number, hoursAgo: number): Json => {
  const datetime = new Date(Date.parse(now) - hoursAgo * 3_600_000).toISOString();
  const feature = hotspot(`${satellite} ${km} ${hoursAgo}`, km, { datetime });
  return { ...feature, properties: { ...(feature.properties as Json), satellite } };
};

async function assess(hotspots: readonly Json[], input: Json = {}): Promise<Answer> {
  const features = { "svc:hotspots": hotspots, "svc:satellite-perimeters": [] };
  const { context } = contextOf({ features, queryables: known }, now);
  return answerOf("assess_location", { near: "0,0", ...input }, context);
}

const lastData = ({ tables }: Answer) =>
  recordsOf(tables.last_data ?? {}).map((row) => [row.satellite, row.data_reached_us_until]);

test("until when data of a satellite reached us is its newest detection within 1,500 km in 72 hours", async () => {
  const answer = await assess([
    seen("N20", 1499, 1),
    seen("N20", 1501, 0.5),
    seen("N20", 900, 2),
    seen("NOAA-20", 900, 1.5),
    seen("N", 1000, 20),
    seen("N", 5, 30),
    seen("Terra", 700, 71),
    seen("Aqua", 700, 73),
  ]);
  assert.deepEqual(lastData(answer), [
    ["NOAA-20", "2025-06-20T11:00:00.000Z"],
    ["Suomi NPP", "2025-06-19T16:00:00.000Z"],
    ["Terra", "2025-06-17T13:00:00.000Z"],
  ]);
  assert.equal(answer.matched, 1);
  assert.match(answer.notices.join(" "), /within 1500 km, not an observation of this place/);
});

test("of a time that has passed, it is the newest before its end", async () => {
  const hotspots = [seen("N20", 900, 1), seen("N20", 900, 40)];
  const answer = await assess(hotspots, { time: "2025-06-18" });
  assert.deepEqual(lastData(answer), [["NOAA-20", "2025-06-18T20:00:00.000Z"]]);
});

test("without any detection that near, the answer says that nothing shows that data reached us", async () => {
  const answer = await assess([seen("N20", 2000, 1)]);
  assert.equal(answer.tables.last_data, undefined);
  assert.match(answer.notices.join(" "), /nothing shows that data of this region reached us/);
});

test("a service that refuses or ignores filters does not change it", async () => {
  const hotspots = [seen("N20", 900, 1), seen("N", 900, 20), seen("N20", 900, 21)];
  for (const manner of ["refuses", "ignores"] as const) {
    const service = { features: { "svc:hotspots": hotspots }, queryables: known };
    const { context } = fireService(service, manner, now);
    const answer = await answerOf("assess_location", { near: "0,0" }, context);
    assert.deepEqual(
      lastData(answer),
      [
        ["NOAA-20", "2025-06-20T11:00:00.000Z"],
        ["Suomi NPP", "2025-06-19T16:00:00.000Z"],
      ],
      manner,
    );
  }
});

test("answers tell when data was received and when they are given, apart from the newest observation", async () => {
  const feed = (title: string, readAt: string | null) => ({
    title,
    readAt,
    everyMinutes: 15,
    attribution: "NASA FIRMS",
  });
  const feeds = [
    feed("N20", "2025-06-20T11:50:00Z"),
    feed("N", "2025-06-20T11:20:00Z"),
    feed("never read", null),
  ];
  const extent = { temporal: { interval: [[null, "2025-06-20T08:00:00Z"]] } };
  const described = { id: "svc:hotspots", title: "Hotspots", links: [], extent, feeds };
  const service: FakeService = {
    features: { "svc:hotspots": [seen("N20", 1, 4)] },
    queryables: known,
    intercept: (url) => {
      const path = decodeURI(url.pathname);
      if (path.endsWith("/collections/svc:hotspots")) return Response.json(described);
      if (path.endsWith("/collections")) return Response.json({ collections: [described] });
      return undefined;
    },
  };
  const { context } = contextOf(service, now);
  const calls: [tool: string, input: Json][] = [
    ["list_collections", {}],
    ["describe_collection", { collection: "svc:hotspots" }],
    ["query_features", { collection: "svc:hotspots" }],
    ["get_feature", { collection: "svc:hotspots", id: "N20 1 4" }],
    ["summarize_features", { collection: "svc:hotspots" }],
    ["compare_periods", { collection: "svc:hotspots", before: "2025-06-19", after: "2025-06-20" }],
    ["assess_location", { near: "0,0" }],
    ["show_map", { near: "0,0", collections: ["svc:hotspots"] }],
  ];
  for (const [tool, input] of calls) {
    const { notices } = await answerOf(tool, input, context);
    const said = notices.filter((each: string) => each.startsWith("Received"));
    assert.deepEqual(
      said,
      [
        "Received: svc:hotspots until 2025-06-20T11:20:00Z; answered 2025-06-20T12:00:00Z. Newest is what was observed last.",
      ],
      tool,
    );
  }
});
