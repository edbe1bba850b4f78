import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Detection,
  detections,
  type Habits,
  servers,
  standIn,
} from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

function caller(habits: Habits) {
  const { fetch, asked } = standIn(habits);
  return { call: callerOn(fetch).answer, asked };
}

const timeOf = ({ properties }: Detection) => String(properties.observed_at);
const inBox = (w: number, s: number, e: number, n: number) => (each: Detection) => {
  const [x, y] = each.geometry.coordinates;
  return y >= s && y <= n && (w <= e ? x >= w && x <= e : x >= w || x <= e);
};

const day = "2026-07-02T00:00:00Z/2026-07-02T23:59:59Z";
const isOfDay = (each: Detection) => timeOf(each).startsWith("2026-07-02");
const questions: readonly [string, object, (each: Detection) => boolean][] = [
  ["everything", {}, () => true],
  ["a day", { time: day }, isOfDay],
  ["a value", { filter: "satellite = 'Terra'" }, (d) => d.properties.satellite === "Terra"],
  [
    "at least a number",
    { filter: "brightness >= 350" },
    (d) => Number(d.properties.brightness) >= 350,
  ],
  ["a box", { bbox: [-60, -40, 80, 30] }, inBox(-60, -40, 80, 30)],
  ["a box across the antimeridian", { bbox: [150, -40, -120, 30] }, inBox(150, -40, -120, 30)],
  [
    "a day, a value and a box",
    { time: day, filter: "satellite = 'Terra'", bbox: [-60, -40, 80, 30] },
    (d) => isOfDay(d) && d.properties.satellite === "Terra" && inBox(-60, -40, 80, 30)(d),
  ],
];

for (const [server, habits] of Object.entries<Habits>(servers)) {
  for (const [question, selection, matches] of questions) {
    test(`${server}: ${question} is counted exactly`, async () => {
      const { call } = caller(habits);
      const answer = await call("summarize_features", {
        collection: "detections",
        group_by: ["satellite"],
        ...selection,
      });
      const expected = detections.filter(matches);
      assert.equal(answer.matched, expected.length);
      assert.equal(answer.matched_exact, true, JSON.stringify(answer.notices));
      const groups = new Map<string, number>();
      for (const { properties } of expected) {
        const name = String(properties.satellite);
        groups.set(name, (groups.get(name) ?? 0) + 1);
      }
      const { columns, rows, constants } = answer as unknown as {
        columns: string[];
        rows: unknown[][];
        constants?: { count?: number };
      };
      const [name, count] = [columns.indexOf("satellite"), columns.indexOf("count")];
      assert.deepEqual(
        Object.fromEntries(rows.map((row) => [row[name], constants?.count ?? row[count]])),
        Object.fromEntries(groups),
      );
    });
  }

  test(`${server}: rows over cursors are each feature once`, async () => {
    const { call } = caller(habits);
    const times: unknown[] = [];
    let cursor: unknown;
    for (let calls = 0; calls < 40; calls += 1) {
      const answer = await call("query_features", {
        collection: "detections",
        limit: 60,
        properties: ["observed_at"],
        max_tokens: 10_000,
        ...(cursor === undefined ? { time: day, bbox: [-60, -40, 80, 30] } : { cursor }),
      });
      const { columns, rows } = answer as unknown as { columns: string[]; rows: unknown[][] };
      const lon = columns.indexOf("lon");
      const lat = columns.indexOf("lat");
      times.push(...rows.map((row) => `${row[lon]} ${row[lat]}`));
      cursor = answer.next_cursor;
      if (cursor === undefined) break;
    }
    const expected = detections
      .filter((each) => isOfDay(each) && inBox(-60, -40, 80, 30)(each))
      .map(({ geometry }) => geometry.coordinates.join(" "));
    assert.deepEqual(times.sort(), expected.sort());
  });
}

const { "pygeoapi: datetime ignored, no filter, HTML unless f=json": pygeoapi } = servers;
const { "a strict server with properties in the schema only": strict } = servers;
const { "tipg: times as text, pages of at most 1,000, links behind a proxy": tipg } = servers;

test("an answer says what was read and filtered here, since the server cannot", async () => {
  const { call } = caller(pygeoapi);
  const { notices } = await call("summarize_features", {
    collection: "detections",
    time: day,
    filter: "satellite = 'Terra'",
  });
  assert.ok(
    notices?.includes(
      "The service cannot filter by time: 1234 features were read and filtered here.",
    ),
  );
  assert.ok(
    notices?.includes(
      "The service cannot apply the filter: 1234 features were read and filtered here.",
    ),
  );
});

test("an answer of a server that filters says nothing of that, and reads only what matches", async () => {
  const { call, asked } = caller(tipg);
  const { notices = [] } = await call("summarize_features", {
    collection: "detections",
    time: day,
    filter: "satellite = 'Terra'",
  });
  assert.deepEqual(
    notices.filter((each: string) => each.includes("filtered here")),
    [],
  );
  const last = asked.at(-1)!;
  assert.equal(last.get("filter"), "satellite = 'Terra'");
  assert.ok(last.has("datetime"));
});

test("a parameter that a server's classes lack is never sent", async () => {
  const { call, asked } = caller(strict);
  await call("summarize_features", { collection: "detections", filter: "satellite = 'Terra'" });
  assert.deepEqual(
    asked.filter((query) => query.has("filter")),
    [],
  );
});

test("what a server can do is asked once", async () => {
  const { call, asked } = caller(tipg);
  const selection = { collection: "detections", time: day, filter: "satellite = 'Terra'" };
  await call("summarize_features", selection);
  const first = asked.length;
  await call("summarize_features", { ...selection, max_tokens: 2999 });
  // One listing, whose later pages continue it.
  const begun = asked.slice(first).filter((query) => !query.has("offset"));
  assert.equal(begun.length, 1);
});

test("properties are those of the schema where queryables are missing", async () => {
  const { call } = caller(strict);
  const { properties, notices = [] } = await call("describe_collection", {
    collection: "detections",
  });
  const names = (properties as unknown as { name: string; types: string[] }[]).map(
    ({ name }) => name,
  );
  assert.deepEqual(names.sort(), ["brightness", "observed_at", "satellite"]);
  assert.deepEqual(
    notices.filter((each: string) => each.includes("does not list the queryables")),
    [],
  );
});
