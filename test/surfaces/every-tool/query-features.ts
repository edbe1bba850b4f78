import assert from "node:assert/strict";
import { answerOf } from "@emberline/test-served/surfaces";
import { column, ids, onBothKinds, onEverySurface } from "../support/every-surface.ts";

onEverySurface("query_features treats a day as the whole UTC day", async (surface) => {
  const answer = await answerOf(surface, "query_features", {
    collection: "svc:hotspots",
    bbox: [9, 49, 11, 51],
    time: "2024-07-01",
  });
  assert.deepEqual(ids(answer).sort(), ["h1", "h2", "h3"]);
  assert.deepEqual(answer.selection.interval, ["2024-07-01T00:00:00Z", "2024-07-01T23:59:59.999Z"]);
  assert.deepEqual(
    [answer.matched, answer.matched_exact, answer.returned, answer.complete],
    [3, true, 3, true],
  );
  assert.deepEqual(
    [answer.no_location, answer.no_time],
    [1, 1],
    "features without location or time are counted apart",
  );
});

onBothKinds("query_features crosses the antimeridian", async (surface) => {
  const answer = await answerOf(surface, "query_features", {
    collection: "svc:hotspots",
    bbox: [179, -18, -179, -16],
  });
  assert.deepEqual(ids(answer).sort(), ["h5", "h6"]);
});

onBothKinds(
  "query_features near a point gives the distance on the ellipsoid, nearest first",
  async (surface) => {
    const answer = await answerOf(surface, "query_features", {
      collection: "svc:hotspots",
      near: "50,10",
      radius_km: 10,
      time: "2024-07-01",
    });
    assert.deepEqual(ids(answer), ["h1", "h2"], "h3 lies 11.1 km away");
    // N cos φ Δλ at 50° north with N = 6390.7 km (WGS 84): 0.1° of longitude is 7.170 km.
    assert.ok(Math.abs((column(answer, "distance_km")[1] as number) - 7.17) < 0.01);
    const direction = [column(answer, "bearing_from_point_deg")[1], column(answer, "compass")[1]];
    assert.deepEqual(direction, [90, "E"], "from the point to the detection");
  },
);

onBothKinds("a filter is checked, sent as CQL2 and stated in the answer", async (surface) => {
  const answer = await answerOf(surface, "query_features", {
    collection: "svc:hotspots",
    filter: "frp > 10 and confidence = 'n'",
  });
  assert.deepEqual(ids(answer).sort(), ["h1", "h4"]);
  assert.match(answer.selection.filter, /^frp > 10 AND confidence = 'n'$/i);
  assert.match(answer.notices.join(" "), /confidence/, "a property of mixed types is reported");
  const ecql = await answerOf(surface, "query_features", {
    collection: "svc:hotspots",
    filter: "BBOX(geometry, 9, 49, 11, 51) AND frp BETWEEN 40 AND 50",
    filter_lang: "ecql-text",
  });
  assert.deepEqual(ids(ecql), ["h4"]);
});

onBothKinds("within selects the area of a feature", async (surface) => {
  // h1 and h4 lie on its corner, h2 and h3 on other corners; h-whenever on an edge.
  const answer = await answerOf(surface, "query_features", {
    collection: "svc:hotspots",
    within: "svc:satellite-perimeters/p1",
    time: "2024-07-01/2024-07-02",
  });
  assert.deepEqual(ids(answer).sort(), ["h1", "h2", "h3", "h4"]);
  assert.equal(answer.selection.area.within, "svc:satellite-perimeters/p1");
});

onBothKinds(
  "near a point, only a fire's newest snapshot is listed, and the answer says so",
  async (surface) => {
    const input = { collection: "svc:satellite-perimeters", near: "50.05,10.05" };
    const answer = await answerOf(surface, "query_features", input);
    assert.deepEqual([ids(answer), answer.matched], [["p2"], 1]);
    assert.match(answer.notices.join(" "), /newest snapshot of each fire counts; 1 older/);
    const all = await answerOf(surface, "query_features", { ...input, latest_per_fire: false });
    assert.equal(all.matched, 2);
  },
);

onBothKinds("a day is the day of the time zone; a calendar date never shifts", async (surface) => {
  const time = { time: "2024-07-02", time_zone: "Europe/Berlin" };
  const hotspots = await answerOf(surface, "query_features", {
    collection: "svc:hotspots",
    bbox: [9, 49, 11, 51],
    ...time,
  });
  assert.deepEqual(hotspots.selection.interval, [
    "2024-07-02T00:00:00+02:00",
    "2024-07-02T23:59:59.999+02:00",
  ]);
  assert.deepEqual(ids(hotspots).sort(), ["h3", "h4"]);
  const perimeters = await answerOf(surface, "query_features", {
    collection: "svc:satellite-perimeters",
    ...time,
  });
  assert.deepEqual(ids(perimeters), ["p2"]);
});

onBothKinds("a polygon is described by bbox, area and a position inside it", async (surface) => {
  const answer = await answerOf(surface, "query_features", {
    collection: "svc:satellite-perimeters",
    near: "50.05,10.05",
    sort: "-time",
  });
  assert.deepEqual(ids(answer), ["p2", "p1"]);
  assert.deepEqual(column(answer, "bbox"), [
    [10, 50, 10.2, 50.2],
    [10, 50, 10.1, 50.1],
  ]);
  assert.deepEqual(column(answer, "inside"), [true, true]);
  for (const name of ["distance_km", "compass"])
    assert.deepEqual(column(answer, name), [undefined, undefined]);
  const [lon, lat] = [column(answer, "lon")[1] as number, column(answer, "lat")[1] as number];
  assert.ok(lon > 10 && lon < 10.1 && lat > 50 && lat < 50.1);
  // M Δφ · N cos φ Δλ at 50.05° north, M = 6373.0 km, N = 6390.7 km: 11.123 km · 7.162 km.
  assert.ok(Math.abs((column(answer, "area_km2")[1] as number) - 79.7) < 0.2);
});

onBothKinds("paging by cursor in any order returns every feature once", async (surface) => {
  for (const sort of [undefined, "-frp", "time", "satellite"]) {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const answer = await answerOf(surface, "query_features", {
        collection: "svc:hotspots",
        sort,
        limit: 3,
        cursor,
      });
      seen.push(...ids(answer));
      assert.equal(answer.omitted, 10 - seen.length);
      assert.equal(answer.complete, answer.next_cursor === undefined);
      cursor = answer.next_cursor;
    } while (cursor);
    assert.equal(seen.length, 10);
    assert.equal(new Set(seen).size, 10);
  }
});

onBothKinds("-frp begins with the strongest", async (surface) => {
  const answer = await answerOf(surface, "query_features", {
    collection: "svc:hotspots",
    sort: "-frp",
    limit: 3,
    properties: ["frp"],
  });
  assert.deepEqual(column(answer, "frp"), [99.9, 45, 12.5]);
  assert.equal(answer.order, "-frp");
});

onBothKinds(
  "an answer for a time after the data says first where the data ends",
  async (surface) => {
    const later = await answerOf(surface, "query_features", {
      collection: "svc:hotspots",
      bbox: [9, 49, 11, 51],
      time: "since 2025-01-01",
    });
    assert.equal(later.matched, 0);
    assert.match(later.notices[0], /^The data ends 2024-07-03T10:00:00Z, .* before the time asked/);
  },
);
