import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, call, contextOf } from "./support.ts";

const service = { features: { "svc:hotspots": [] } };

async function interval(time: string, now?: string): Promise<unknown> {
  const { context } = contextOf(service, now);
  return (await answerOf("query_features", { collection: "svc:hotspots", time }, context)).selection
    .interval;
}

/** The clock stands at 2025-06-20T12:00:00Z unless the case says otherwise. */
const cases: [time: string, start: string | null, end: string | null, now?: string][] = [
  ["2025-06-20T10:00:00Z", "2025-06-20T10:00:00Z", "2025-06-20T10:00:00Z"],
  ["2025-06-20T10:00:00+02:00", "2025-06-20T08:00:00Z", "2025-06-20T08:00:00Z"],
  ["2025-06-20T10:00:00-07", "2025-06-20T17:00:00Z", "2025-06-20T17:00:00Z"],
  ["2025-06-20 10:00 -0730", "2025-06-20T17:30:00Z", "2025-06-20T17:30:00Z"],
  ["2025-06-20T10:00+02/2025-06-20T12:00z", "2025-06-20T08:00:00Z", "2025-06-20T12:00:00Z"],
  ["since 2025-06-19T20:00:00-07", "2025-06-20T03:00:00Z", null],
  ["2025-06-20T10:00", "2025-06-20T10:00:00Z", "2025-06-20T10:00:00Z"],
  [
    "2025-06-18T00:00:00Z/2025-06-20T10:00:00.5Z",
    "2025-06-18T00:00:00Z",
    "2025-06-20T10:00:00.500Z",
  ],
  ["2025-06-18T00:00:00Z/..", "2025-06-18T00:00:00Z", null],
  ["../2025-06-18T00:00:00Z", null, "2025-06-18T00:00:00Z"],
  ["/2025-06-18T00:00:00Z", null, "2025-06-18T00:00:00Z"],
  ["2025-06-20", "2025-06-20T00:00:00Z", "2025-06-20T23:59:59.999Z"],
  ["2025-06-18/2025-06-20", "2025-06-18T00:00:00Z", "2025-06-20T23:59:59.999Z"],
  ["2025-06", "2025-06-01T00:00:00Z", "2025-06-30T23:59:59.999Z"],
  ["2024-02", "2024-02-01T00:00:00Z", "2024-02-29T23:59:59.999Z"],
  ["2025-12", "2025-12-01T00:00:00Z", "2025-12-31T23:59:59.999Z"],
  ["2024", "2024-01-01T00:00:00Z", "2024-12-31T23:59:59.999Z"],
  ["P1D/2025-06-20", "2025-06-20T00:00:00Z", "2025-06-20T23:59:59.999Z"],
  ["2025-06-20/P2D", "2025-06-20T00:00:00Z", "2025-06-21T23:59:59.999Z"],
  ["PT24H/now", "2025-06-19T12:00:00Z", "2025-06-20T12:00:00Z"],
  ["last 24h", "2025-06-19T12:00:00Z", "2025-06-20T12:00:00Z"],
  ["Last 7 Days", "2025-06-13T12:00:00Z", "2025-06-20T12:00:00Z"],
  // "Last" is of the calendar, "the last" and "past" are until now.
  ["last month", "2025-02-01T00:00:00Z", "2025-02-28T23:59:59.999Z", "2025-03-31T00:00:00Z"],
  ["the last month", "2025-02-28T00:00:00Z", "2025-03-31T00:00:00Z", "2025-03-31T00:00:00Z"],
  ["last week", "2025-06-09T00:00:00Z", "2025-06-15T23:59:59.999Z"],
  ["over the past week", "2025-06-13T12:00:00Z", "2025-06-20T12:00:00Z"],
  ["last year", "2024-01-01T00:00:00Z", "2024-12-31T23:59:59.999Z"],
  ["now", "2025-06-19T12:00:00Z", "2025-06-20T12:00:00Z"],
  ["since 24 hours ago", "2025-06-19T12:00:00Z", null],
  ["today", "2025-06-20T00:00:00Z", "2025-06-20T23:59:59.999Z"],
  ["yesterday", "2024-02-29T00:00:00Z", "2024-02-29T23:59:59.999Z", "2024-03-01T00:00:00Z"],
  ["since 2025-06-18", "2025-06-18T00:00:00Z", null],
  ["until 2025-06-18", null, "2025-06-18T23:59:59.999Z"],
  ["before 2025-06-18", null, "2025-06-17T23:59:59.999Z"],
  ["after 2025-06-18", "2025-06-19T00:00:00Z", null],
  ["since yesterday", "2025-06-19T00:00:00Z", null],
  ["July 2024", "2024-07-01T00:00:00Z", "2024-07-31T23:59:59.999Z"],
  ["in Sept. 2024", "2024-09-01T00:00:00Z", "2024-09-30T23:59:59.999Z"],
  ["17 July 2024", "2024-07-17T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["on July 17th, 2024", "2024-07-17T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["17-Jul-2024", "2024-07-17T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["2024/7/17", "2024-07-17T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["20240717", "2024-07-17T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["17.07.2024", "2024-07-17T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["07/17/2024", "2024-07-17T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["since July 2024", "2024-07-01T00:00:00Z", null],
  ["July–August 2024", "2024-07-01T00:00:00Z", "2024-08-31T23:59:59.999Z"],
  ["July 3-17, 2024", "2024-07-03T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["3 to 17 July 2024", "2024-07-03T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["2024-07-03 to 2024-07-17", "2024-07-03T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["between 3 July and 17 August 2024", "2024-07-03T00:00:00Z", "2024-08-17T23:59:59.999Z"],
  ["from December 2023 until January 2024", "2023-12-01T00:00:00Z", "2024-01-31T23:59:59.999Z"],
  ["2024-07-03..2024-07-17", "2024-07-03T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["2024-07-03, 2024-07-17", "2024-07-03T00:00:00Z", "2024-07-17T23:59:59.999Z"],
  ["2025-06-01 to now", "2025-06-01T00:00:00Z", "2025-06-20T12:00:00Z"],
  ["24h", "2025-06-19T12:00:00Z", "2025-06-20T12:00:00Z"],
  ["the past two days", "2025-06-18T12:00:00Z", "2025-06-20T12:00:00Z"],
  ["three days ago", "2025-06-17T00:00:00Z", "2025-06-17T23:59:59.999Z"],
  // 2025-06-20 is a Friday (ISO 8601 weeks begin on Monday).
  ["this week", "2025-06-16T00:00:00Z", "2025-06-22T23:59:59.999Z"],
  ["this month", "2025-06-01T00:00:00Z", "2025-06-30T23:59:59.999Z"],
  ["this year", "2025-01-01T00:00:00Z", "2025-12-31T23:59:59.999Z"],
];

for (const [time, start, end, now] of cases) {
  test(`"${time}"${now ? ` at ${now}` : ""} is ${start ?? ".."} to ${end ?? ".."}`, async () => {
    assert.deepEqual(await interval(time, now), [start, end]);
  });
}

/**
 * Clocks in Lisbon go forward at 2025-03-30T01:00Z and back at 2025-10-26T01:00Z; IANA tz database.
 */
const zoned: [time: string, zone: string, now: string, start: string, end: string][] = [
  [
    "today",
    "Asia/Tokyo",
    "2025-06-20T14:59:00Z",
    "2025-06-19T15:00:00Z",
    "2025-06-20T14:59:59.999Z",
  ],
  [
    "today",
    "Asia/Tokyo",
    "2025-06-20T15:00:00Z",
    "2025-06-20T15:00:00Z",
    "2025-06-21T14:59:59.999Z",
  ],
  [
    "today",
    "America/Los_Angeles",
    "2025-06-20T06:59:00Z",
    "2025-06-19T07:00:00Z",
    "2025-06-20T06:59:59.999Z",
  ],
  [
    "2025-03-30",
    "Europe/Lisbon",
    "2025-06-20T12:00:00Z",
    "2025-03-30T00:00:00Z",
    "2025-03-30T22:59:59.999Z",
  ],
  [
    "2025-10-26",
    "Europe/Lisbon",
    "2025-06-20T12:00:00Z",
    "2025-10-25T23:00:00Z",
    "2025-10-26T23:59:59.999Z",
  ],
  [
    "last 24h",
    "Europe/Lisbon",
    "2025-03-30T12:00:00Z",
    "2025-03-29T12:00:00Z",
    "2025-03-30T12:00:00Z",
  ],
  [
    "last 1 day",
    "Europe/Lisbon",
    "2025-03-30T12:00:00Z",
    "2025-03-29T13:00:00Z",
    "2025-03-30T12:00:00Z",
  ],
  [
    "2025-06-20T10:00",
    "Asia/Kolkata",
    "2025-06-20T12:00:00Z",
    "2025-06-20T04:30:00Z",
    "2025-06-20T04:30:00Z",
  ],
  [
    "2024-02-29",
    "Pacific/Auckland",
    "2025-06-20T12:00:00Z",
    "2024-02-28T11:00:00Z",
    "2024-02-29T10:59:59.999Z",
  ],
  [
    "2025-02",
    "America/New_York",
    "2025-06-20T12:00:00Z",
    "2025-02-01T05:00:00Z",
    "2025-03-01T04:59:59.999Z",
  ],
];

for (const [time, zone, now, start, end] of zoned) {
  test(`"${time}" in ${zone} at ${now} is ${start} to ${end}`, async () => {
    const { context } = contextOf(service, now);
    const answer = await answerOf(
      "query_features",
      { collection: "svc:hotspots", time, time_zone: zone },
      context,
    );
    const instants = answer.selection.interval.map((each: string) => Date.parse(each));
    assert.deepEqual(instants, [start, end].map(Date.parse));
  });
}

test("an interval open at both ends selects all times", async () => {
  assert.equal(await interval("../.."), undefined);
});

for (const time of [
  "2025-02-29",
  "2025-13",
  "2025-06-20T25:00:00Z",
  "2025-06-31",
  "31.06.2025",
  "a/b/c",
  "PT24H/..",
  "P1D/P1D",
  "-P1D/now",
  "last week's end",
  "2025-06-20T10:00:00-07:00:00",
  "2025-06-20T10:00:00Z[u-ca=gregory]",
  "2025-06-20T10:00:00-07:00[America/Los_Angeles]",
  "2025-06-20T10:00:00 PDT",
  "2025-06-20-07:00",
  "soon",
]) {
  test(`"${time}" is refused with what would be right`, async () => {
    const { context, requests } = contextOf(service);
    const result = await call("query_features", { collection: "svc:hotspots", time }, context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "invalid_input");
    assert.match(result.error.message, /last 24h/);
    assert.equal(requests.length, 0, "before any request");
  });
}

for (const [time, meant] of [
  ["2025-06-20/2025-06-18", "2025-06-18/2025-06-20"],
  ["2025-06-20/2025-06-19", "2025-06-19/2025-06-20"],
  ["20 to 18 June 2025", "2025-06-18/2025-06-20"],
  ["24 hours ago", "since 24 hours ago"],
  ["30 min ago", "since 30 min ago"],
  ["2025-06-10 from 08:00 to 12:00", "2025-06-10T08:00/2025-06-10T12:00"],
  ["2025-06-10 08:00 - 12:00", "2025-06-10T08:00/2025-06-10T12:00"],
]) {
  test(`"${time}" is refused, and "${meant}" offered`, async () => {
    const { context } = contextOf(service);
    const result = await call("query_features", { collection: "svc:hotspots", time }, context);
    assert.ok(!result.ok);
    assert.ok(result.error.message.endsWith(`Try {"time":"${meant}"}.`), result.error.message);
  });
}

test("hours joined by a hyphen are refused as a range or an offset, where they may be either", async () => {
  for (const [name, more] of [
    ["query_features", { collection: "svc:hotspots", time_zone: "America/Los_Angeles" }],
    ["assess_location", { near: "40,-121" }],
    ["list_simulations", {}],
  ] as const)
    for (const hours of ["08:00-12:00", "08:00 -12:00", "08:00\u201312:00"]) {
      const argument = name === "list_simulations" ? "since" : "time";
      const input = { ...more, [argument]: `2025-06-10 ${hours}` };
      const result = await call(name, input, contextOf(service).context);
      assert.ok(!result.ok, JSON.stringify(input));
      const offered = result.error.fault!.candidates!.map(({ value }) => value);
      assert.deepEqual(offered, ["2025-06-10T08:00/2025-06-10T12:00", "2025-06-10T08:00:00-12:00"]);
    }
  // A day does not end before it begins.
  assert.deepEqual(await interval("2025-06-10 08:00-07:00"), Array(2).fill("2025-06-10T15:00:00Z"));
});

test("of a date whose day and month may be swapped both readings are offered", async () => {
  const { context } = contextOf(service);
  const result = await call(
    "query_features",
    { collection: "svc:hotspots", time: "05/06/2024" },
    context,
  );
  assert.ok(!result.ok);
  assert.match(result.error.message, /\{"time":"2024-05-06"\} or \{"time":"2024-06-05"\}/);
});

test("the words of a time do not move between pages", async () => {
  const features = ["a", "b", "c"].map((id) => ({
    type: "Feature",
    id,
    geometry: null,
    properties: { datetime: "2025-06-20T11:00:00Z" },
  }));
  const extent = { temporal: { interval: [["2025-01-01T00:00:00Z", "2025-06-20T11:00:00Z"]] } };
  let now = Date.parse("2025-06-20T12:00:00Z");
  const { context, requests } = contextOf(
    { features: { "svc:hotspots": features }, extent },
    undefined,
    {
      now: () => now,
    },
  );
  const first = await answerOf(
    "query_features",
    { collection: "svc:hotspots", time: "last 24h", limit: 2 },
    context,
  );
  now += 3_600_000;
  const second = await answerOf(
    "query_features",
    { collection: "svc:hotspots", time: "last 24h", limit: 2, cursor: first.next_cursor },
    context,
  );
  assert.deepEqual(second.selection.interval, first.selection.interval);
  assert.deepEqual(
    [...first.rows, ...second.rows].map(([id]) => id),
    ["a", "b", "c"],
  );
  const asked = requests
    .filter(({ pathname }) => pathname.endsWith("/items"))
    .map(({ searchParams }) => searchParams.get("datetime"));
  assert.deepEqual(new Set(asked), new Set(["2025-06-19T12:00:00Z/2025-06-20T12:00:00Z"]));
});
