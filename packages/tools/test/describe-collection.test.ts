import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, answerOf, call, contextOf, jumpingTime, point } from "./support.ts";

const hotspots = { collection: "svc:hotspots" };
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
  { id: "satellite", type: "string" },
  { id: "code", type: "integer" },
];

const property = (answer: Answer, name: string) =>
  answer.properties.find((each: Answer) => each.name === name);

/** The greatest frp and the only VIIRS detection come last. */
const detections = Array.from({ length: 1000 }, (_, i) =>
  point(`d${i}`, 10, 50, {
    datetime: `2025-06-${String(1 + (i % 10)).padStart(2, "0")}T00:00:00Z`,
    frp: i === 999 ? 8706 : i % 700,
    satellite: i === 999 ? "N20" : "Terra",
    ...(i % 2 === 0 ? { code: i % 6 } : {}),
  }),
);
const service = {
  features: { "svc:hotspots": detections },
  queryables,
  extent: { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-10T00:00:00Z"]] } },
};

const pagesAskedFor = (requests: readonly URL[]) =>
  requests.filter(
    ({ pathname, searchParams }) =>
      pathname.endsWith("/items") && searchParams.get("limit") !== "1",
  ).length;

test("ranges and values cover all features, including the last", async () => {
  const { context } = contextOf({ ...service, maxLimit: 100 });
  const answer = await answerOf("describe_collection", hotspots, context);
  assert.equal(answer.exact, true);
  assert.deepEqual([property(answer, "frp").min, property(answer, "frp").max], [0, 8706]);
  assert.deepEqual(property(answer, "satellite").values, ["Terra", "N20"]);
  const { values, features } = property(answer, "code");
  assert.deepEqual([values, features], [[0, 2, 4], 500]);
  assert.deepEqual(answer.days, ["2025-06-01/2025-06-10"]);
});

test("a collection is read once until its newest observation or its count changes", async () => {
  const grown = [...detections];
  const { context, requests } = contextOf({
    ...service,
    features: { "svc:hotspots": grown },
    maxLimit: 100,
  });
  const greatest = async () =>
    property(await answerOf("describe_collection", hotspots, context), "frp").max;
  assert.deepEqual(await Promise.all([greatest(), greatest(), greatest()]), [8706, 8706, 8706]);
  await greatest();
  assert.equal(
    pagesAskedFor(requests),
    10,
    "three callers at once and a later one share ten pages",
  );
  grown.push(point("late", 10, 50, { datetime: "2025-06-01T00:00:00Z", frp: 9999 }));
  assert.equal(await greatest(), 9999);
});

test("a reading ends with its last caller, and the next caller's goes on from there", async () => {
  const caller = new AbortController();
  const { context, requests } = contextOf({
    ...service,
    maxLimit: 100,
    intercept: (url) => {
      if (url.searchParams.get("from") === "500") caller.abort();
      return undefined;
    },
  });
  const left = await call("describe_collection", hotspots, { ...context, signal: caller.signal });
  assert.ok(!left.ok);
  assert.equal(left.error.code, "cancelled");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = pagesAskedFor(requests);
  assert.ok(before <= 7, `${before} pages`);
  const answer = await answerOf("describe_collection", hotspots, context);
  assert.equal(answer.exact, true);
  assert.equal(property(answer, "code").features, 500, "no page counts twice");
  assert.ok(pagesAskedFor(requests) - before <= 6, "pages that were read are not read again");
});

test("a caller that leaves does not end the reading of another", async () => {
  const caller = new AbortController();
  const { context } = contextOf({
    ...service,
    maxLimit: 100,
    intercept: (url) => {
      if (url.searchParams.get("from") === "500") caller.abort();
      return undefined;
    },
  });
  const [left, stayed] = await Promise.all([
    call("describe_collection", hotspots, { ...context, signal: caller.signal }),
    answerOf("describe_collection", hotspots, context),
  ]);
  assert.equal(left.ok, false);
  assert.equal(stayed.exact, true);
  assert.equal(property(stayed, "frp").max, 8706);
});

test("if the service becomes slow, the answer has the part read so far and says so", async (t) => {
  const jump = jumpingTime(t);
  const { context } = contextOf({
    ...service,
    maxLimit: 100,
    intercept: (url, request) => {
      if (url.searchParams.get("from") !== "300") return undefined;
      setImmediate(() => jump(22_000));
      return new Promise((_, reject) =>
        request.signal.addEventListener("abort", () => reject(request.signal.reason)),
      );
    },
  });
  const answer = await answerOf("describe_collection", hotspots, context);
  assert.equal(answer.exact, false);
  assert.equal(answer.features, 1000);
  // The slow page is requested while the one before it is counted.
  assert.match(answer.notices.join(" "), /first [23]00 of 1000 features/);
});

test("from more than two million features a sample across the time is read, and every property says so", async () => {
  const { context, requests } = contextOf({
    ...service,
    extent: { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-07-03T00:00:00Z"]] } },
    intercept: (url) => {
      if (!url.pathname.endsWith("/items")) return undefined;
      const from = url.searchParams.get("datetime")?.slice(0, 10) ?? "newest";
      const feature = point(from, 1, 1, { datetime: `${from}T00:00:00Z`, frp: 7, satellite: from });
      return Response.json({
        type: "FeatureCollection",
        features: [feature],
        numberMatched: 2_000_001,
        links: [{ rel: "next", href: `${url.href}&from=1` }],
      });
    },
  });
  const answer = await answerOf("describe_collection", hotspots, context);
  assert.equal(answer.exact, false);
  assert.equal(property(answer, "frp").sampled, true);
  assert.equal(property(answer, "satellite").distinct, "33", "32 days and the service's first");
  assert.match(answer.notices.join(" "), /sample of 33 features/);
  const before = requests.length;
  await answerOf("describe_collection", hotspots, context);
  assert.ok(requests.length - before <= 2, "the sample is kept");
});

test("kinds are recognized by the properties that only they have, and outlines are explained", async () => {
  const outline = (id: string, properties: Record<string, unknown>) => ({
    type: "Feature",
    id,
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
    properties: {
      incident_id: null,
      fire_id: null,
      window_idx: null,
      gis_acres: null,
      ...properties,
    },
  });
  const perimeters = [
    outline("a1", { incident_id: "i1", gis_acres: 5 }),
    outline("a2", { incident_id: "i1" }),
    outline("s1", { fire_id: "f1", window_idx: 3 }),
  ];
  const { context } = contextOf({
    features: { "svc:satellite-perimeters": perimeters },
    queryables: [
      { id: "incident_id", type: "string" },
      { id: "fire_id", type: "string" },
      { id: "window_idx", type: "integer" },
      { id: "gis_acres", type: "number" },
    ],
  });
  const { kinds } = await answerOf(
    "describe_collection",
    { collection: "svc:satellite-perimeters" },
    context,
  );
  assert.deepEqual(
    kinds.map(({ features, properties }: Answer) => [features, properties]),
    [
      [2, ["incident_id", "gis_acres"]],
      [1, ["fire_id", "window_idx"]],
    ],
  );
  assert.match(kinds[0].meaning, /^agency mapping/);
  assert.match(kinds[1].meaning, /^satellite hull/);
});

test("days with data are ranges, with the shortest gaps joined if there would be more than twelve", async () => {
  const days = (count: number, step: (i: number) => number) =>
    Array.from({ length: count }, (_, i) =>
      point(`d${i}`, 0, 0, { datetime: new Date(step(i) * 86_400_000).toISOString() }),
    );
  const described = async (features: ReturnType<typeof days>) => {
    const { context } = contextOf({ features: { "svc:hotspots": features } });
    return answerOf("describe_collection", hotspots, context);
  };
  const few = await described(days(12, (i) => i * 2));
  assert.deepEqual(few.days.slice(0, 2), ["1970-01-01", "1970-01-03"]);
  assert.equal(few.notices, undefined);
  // Gaps of 1, 2, 3 … 14 days: the three shortest are joined.
  const many = await described(days(15, (i) => (i * (i + 3)) / 2));
  assert.equal(many.days.length, 12);
  assert.equal(many.days[0], "1970-01-01/1970-01-10");
  assert.match(many.notices.join(" "), /gaps of up to 3 days/);
});
