import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { appInProcess } from "@emberline/test-served/in-process";
import { fixtures } from "@emberline/test-support/programs";
import { headlineOf } from "../../apps/map-app/src/answer/headline.ts";
import { safetyNotices, sortNotices } from "../../apps/map-app/src/answer/notices.ts";
import { selectionWords } from "../../apps/map-app/src/answer/selection-words.ts";

type Args = Readonly<Record<string, unknown>>;

const fetch = await appInProcess();
const hotspots = "svc:hotspots";
const perimeters = "svc:satellite-perimeters";
/** h1 to h4, without those that have no time or place. */
const near = { near: "50,10", radius_km: 20, time: "2024-07-01/2024-07-02" };

/** As the gazetteer has it: Arnstein in Bavaria is at 49.98, 9.97. */
const here = "within 20 km of 50, 10 (3 km NE of Arnstein, Bavaria)";

async function answerOf(tool: string, args: Args): Promise<Record<string, unknown>> {
  const response = await fetch(`/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  const answer = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}

async function headline(tool: string, args: Args = {}): Promise<string> {
  return headlineOf(tool, args, await answerOf(tool, args));
}

/** Each line of a fixture, as its file has it. */
function linesOf(name: string) {
  const lines = readFileSync(`${fixtures}${name}.geojsonl`, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

test("detections are counted, and the strongest of all stands out", async () => {
  const strongest = linesOf("hotspots")
    .filter(({ id }) => ["h1", "h2", "h3", "h4"].includes(id))
    .map(({ properties }) => properties)
    .sort((a, b) => b.frp - a.frp)[0];
  assert.deepEqual([strongest.frp, strongest.datetime], [99.94, "2024-07-01T12:30:00Z"]);
  // N cos φ Δλ at 50° north with N = 6390.7 km (WGS 84): 0.1° of longitude is 7.170 km.
  assert.equal(
    await headline("query_features", { collection: hotspots, ...near }),
    `4 detections ${here}; strongest 100 MW, 7.2 km E, 1 Jul 2024, 12:30 UTC.`,
  );
  assert.equal(
    await headline("query_features", { collection: hotspots, ...near, time: "2024-07-01" }),
    `3 detections ${here}; strongest 100 MW, 7.2 km E, 12:30 UTC.`,
    "within one day the time of day is enough",
  );
});

test("of a part of the matches only that stands out which the order proves", async () => {
  const part = { collection: hotspots, ...near, limit: 1 };
  assert.equal(
    await headline("query_features", part),
    `4 detections ${here}; nearest 13 MW, 0 km, 1 Jul 2024, 01:00 UTC; 1 of them here.`,
  );
  const sorted = await headline("query_features", { ...part, sort: "-frp" });
  assert.ok(sorted.startsWith(`4 detections ${here}; strongest 100 MW, `), sorted);
  assert.equal(
    await headline("query_features", { ...part, sort: "confidence" }),
    `4 detections ${here}; 1 of them here.`,
  );
  const { next_cursor: cursor } = await answerOf("query_features", { ...part, sort: "-frp" });
  assert.equal(
    await headline("query_features", { ...part, sort: "-frp", cursor }),
    `4 detections ${here}; 1 of them here.`,
    "the first row of a later page is not the strongest",
  );
});

test("of perimeters a headline names the largest, with its fire", async () => {
  // A square of 0.2° at 50° north is about 318 km².
  assert.match(
    await headline("query_features", { collection: perimeters }),
    /^2 (?:perimeters|fires); largest 31[0-9] km², ALPHA, 2 Jul 2024\.$/,
  );
});

test("a headline names a feature by its kind, name, measure and time", async () => {
  assert.equal(
    await headline("get_feature", { collection: hotspots, id: "h4" }),
    "Detection h4, 45 MW, 2 Jul 2024, 00:00 UTC.",
  );
  assert.match(
    await headline("get_feature", { collection: perimeters, id: "p1" }),
    /^Perimeter ALPHA, (79|80) km², 1 Jul 2024\.$/,
  );
});

test("groups are counted, with the one that has most", async () => {
  assert.equal(
    await headline("summarize_features", { collection: hotspots, ...near, group_by: ["day"] }),
    `4 detections on 2 days ${here}; most 3, 1 Jul 2024; 2 fewer on 2 Jul 2024 than the day before.`,
  );
  assert.equal(
    await headline("summarize_features", { collection: hotspots, ...near }),
    `4 detections ${here}.`,
  );
  const byCountry = { collection: hotspots, ...near, group_by: ["country"] };
  assert.equal(
    await headline("summarize_features", byCountry),
    `4 detections ${here}; all in Germany.`,
  );
  const clusters = { collection: hotspots, ...near, group_by: ["cluster"] };
  const { groups } = await answerOf("summarize_features", clusters);
  const fires = groups === 1 ? "1 fire" : `${groups} fires`;
  assert.ok(
    (await headline("summarize_features", clusters)).startsWith(
      `About ${fires}, by clusters of 4 detections ${here}`,
    ),
  );
});

test("of fires by area the largest is named, and nothing read is not called nothing", () => {
  const fires = {
    selection: { collection: perimeters, latest_per_fire: true },
    ...{ matched: 2, matched_exact: true, omitted: 0, groups: 2, area_km2: 243.6 },
    columns: ["fire", "fire_name", "area_km2"],
    rows: [
      ["2025-1", "BUCK", 233.6],
      ["2025-2", "Cub", 10],
    ],
  };
  const args = { collection: perimeters, group_by: ["fire"], sort: "-area_km2" };
  assert.equal(
    headlineOf("summarize_features", args, fires),
    "2 fires; largest BUCK, 234 km²; 244 km² in all.",
  );
  const unread = { selection: { collection: hotspots }, matched: 0, matched_exact: false };
  assert.equal(
    headlineOf("query_features", {}, unread),
    "Not known: no detections in what could be read.",
  );
  const notCovered = "svc:hotspots has nothing in the area asked: it is read only for other areas.";
  const notices = [notCovered];
  assert.ok(safetyNotices("query_features", { ...unread, notices }).includes(notCovered));
});

test("a place has the labels of its detections, the nearest one, and how the last two days compare", async () => {
  assert.equal(
    await headline("assess_location", near),
    `1 mapped fire (ALPHA) and 4 detections ${here}, all in a perimeter; nearest 0 km, 45 MW, 2 Jul 2024, 00:00 UTC; 2 fewer on 2 Jul 2024 than the day before.`,
  );
});

test("days that the time asked covers in part are not compared", async () => {
  const times = [
    "2024-07-01/2024-07-02T12:00:00Z",
    "2024-07-01T00:30:00Z/2024-07-02",
    "2024-07-01/2024-07-02",
  ];
  const compared = await Promise.all(
    ["assess_location", "summarize_features"].flatMap((tool) =>
      times.map(async (time) => {
        const byDay = tool === "summarize_features" && { collection: hotspots, group_by: ["day"] };
        return /than the day before/.test(await headline(tool, { ...near, ...byDay, time }));
      }),
    ),
  );
  assert.deepEqual(compared, [false, false, true, false, false, true]);
});

test("a fire has its newest perimeter and its newest detections", async () => {
  assert.match(
    await headline("assess_fire", { fire: "Alpha" }),
    /^ALPHA: 31[0-9] km² on 2 Jul 2024; 23[0-9] km² more than on 1 Jul 2024; (\d+ detections? inside|no detections in or near it)/,
  );
});

test("a comparison of outlines has its statuses and both areas", async () => {
  // M Δφ · N cos φ Δλ on WGS 84: 0.1° squared at 50.05° north is 79.7 km², 0.2° at 50.1° 318.3.
  assert.equal(
    await headline("compare_periods", {
      collection: perimeters,
      before: "2024-07-01",
      after: "2024-07-02",
    }),
    "Fires: 1 grown (+239 km²); areas: 318 km² on 2 Jul 2024, 80 km² on 1 Jul 2024.",
  );
});

test("a comparison of detections says how many more or fewer there are, and when", async () => {
  const answer = await headline("compare_periods", {
    collection: hotspots,
    near: "50,10",
    radius_km: 20,
    before: "2024-07-01",
    after: "2024-07-02",
  });
  assert.ok(
    answer.startsWith(`2 fewer detections ${here}: 1 on 2 Jul 2024, 3 on 1 Jul 2024; clusters`),
    answer,
  );
});

test("what was guessed of the question stands first", () => {
  const answer = {
    fire: { name: "Park Fire 2" },
    notices: ['No fire is named just "Park": this is "Park Fire 2".'],
  };
  assert.equal(
    headlineOf("assess_fire", { fire: "Park" }, answer),
    "“Park” was read as “Park Fire 2”. Park Fire 2.",
  );
  const area = {
    center: [-122.876, 42.327],
    radius_km: 50,
    place: "Medford, Oregon, United States",
    other_places: ["Medford, Massachusetts, United States"],
  };
  assert.match(
    headlineOf("query_features", { near: "Medford" }, { matched: 2, selection: { area } }),
    /^“Medford” was read as Medford, Oregon, United States, not Medford, Massachusetts, United States\. 2 .* within 50 km of Medford, Oregon/,
  );
});

test("of what may be incomplete a headline says at least", () => {
  const part = { matched: 500, matched_exact: false, groups: 3, rows: [], columns: ["n"] };
  const selection = { collection: hotspots };
  const byCluster = { group_by: ["cluster"] };
  assert.match(
    headlineOf("summarize_features", byCluster, { ...part, selection }),
    /^About at least 3 fires, by clusters of at least 500 detections/,
  );
  const before = { matched: 500, matched_exact: false, interval: null };
  assert.match(
    headlineOf("compare_periods", {}, { selection, before, after: { matched: 2 }, by_status: {} }),
    /; detections: 2, at least 500\.$/,
    "nothing is said of more or fewer",
  );
});

test("collections are named; one has its features and days", async () => {
  const listed = await headline("list_collections");
  assert.match(listed, /^3 collections: /);
  const described = await headline("describe_collection", { collection: hotspots });
  assert.ok(described.includes(`${linesOf("hotspots").length} features`), described);
});

test("simulations are counted, with the newest", async () => {
  const all: { createdAt: string }[] = JSON.parse(
    readFileSync(`${fixtures}simulations.json`, "utf8"),
  );
  const newest = all
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1)!;
  const text = await headline("list_simulations");
  assert.match(text, new RegExp(`^${all.length} simulations: 1 .*; newest `));
  assert.ok(text.includes(`${newest.slice(11, 16)} UTC`), text);
  assert.doesNotMatch(await headline("list_simulations", { sort: "created_at" }), /newest/);
});

test("places are counted, with the first", async () => {
  const answer = await answerOf("find_place", { name: "Springfield", limit: 3 });
  const text = headlineOf("find_place", {}, answer);
  assert.match(text, new RegExp(`^${answer.matched} places; first Springfield, `));
  assert.equal(await headline("find_place", { name: "Xyzzyq" }), "No place of this name is known.");
});

test("a map says what is on it, a file what was written", async () => {
  const map = await headline("show_map", { ...near });
  assert.match(map, /^4 detections, 1 perimeter,? .*on the map within 20 km of 50, 10 \(.*\)\.$/);
  const file = await answerOf("export_features", { collection: hotspots, ...near, format: "csv" });
  assert.match(
    headlineOf("export_features", {}, file),
    /^4 detections within 20 km of 50, 10 \(.*\) written to a csv file, [\d.]+ (bytes|kB)\.$/,
  );
});

test("an empty answer says where, and always that it does not prove safety", async () => {
  const args = { collection: hotspots, near: "0,0", radius_km: 5, time: "2024-07-01" };
  for (const [tool, more] of [
    ["query_features", {}],
    ["summarize_features", {}],
  ] as const) {
    const answer = await answerOf(tool, { ...args, ...more });
    assert.match(headlineOf(tool, args, answer), /^No detections within 5 km of 0, 0/);
    assert.match(safetyNotices(tool, answer).join(" "), /\bsafe\b/);
    assert.deepEqual(selectionWords(answer).at(-1), "1 Jul 2024");
  }
  const filtered = { collection: hotspots, filter: "frp > 5000" };
  const none = await answerOf("query_features", filtered);
  assert.match(safetyNotices("query_features", none).join(" "), /\bsafe\b/);
});

test("advice for a model is not shown to a person, and nothing of a notice is lost", async () => {
  const answer = {
    notices: [
      "Synthetic data: none of these fires is real. Say so to the user.",
      "136 of 167 groups are omitted: raise max_tokens, use coarser groups, or select less.",
      "Rows left out: 2 of growth. Raise max_tokens.",
      'More properties: "scan", "track"; list the ones to show in properties.',

      "Towns are those of GeoNames, CC BY 4.0, with at least 500 people.",
      "Counts are of detections, not fires; no detection does not mean safe.",
    ],
  };
  assert.deepEqual(sortNotices(answer), {
    safety: [
      "Synthetic data: none of these fires is real.",
      "Counts are of detections, not fires; no detection does not mean safe.",
    ],
    data: [
      "136 of 167 groups are omitted.",
      "Rows left out: 2 of growth.",
      "Towns are those of GeoNames, CC BY 4.0, with at least 500 people.",
    ],
    advice: [
      "Say so to the user.",
      "136 of 167 groups are omitted: raise max_tokens, use coarser groups, or select less.",
      "Raise max_tokens.",
      'More properties: "scan", "track"; list the ones to show in properties.',
    ],
  });
});

test("a fire's growth is unknown where it was mapped on one day, not where a budget left one row", () => {
  const said = (first_mapped: string) =>
    headlineOf(
      "assess_fire",
      { fire: "Buck" },
      {
        fire: { name: "BUCK", first_mapped, last_mapped: "2025-06-14" },
        perimeter: { time: "2025-06-14", area_km2: 233.6548 },
        mappings: 10,
        tables: { growth: { columns: ["time", "area_km2"], rows: [["2025-06-14", 233.6548]] } },
      },
    );
  assert.equal(
    said("2025-06-14"),
    "BUCK: 234 km² on 14 Jun 2025; mapped on one day only, so its growth is not known.",
  );
  assert.equal(said("2025-06-12"), "BUCK: 234 km² on 14 Jun 2025.");
});

test("the headline of several places counts those with something near, and names the nearest", () => {
  const columns = ["place", "detections", "detection_km", "fire", "fire_km"];
  const rows = [
    ["Chico", 3, 4.2, "Park", 1.25],
    ["Paradise", 1, 12, null, null],
    ["Redding", 0, null, null, null],
  ];
  const answer = {
    selection: { area: { radius_km: 30 } },
    matched: 4,
    tables: { places: { columns, rows } },
    omitted: 1,
  };
  assert.equal(
    headlineOf("assess_location", {}, answer),
    "2 of 4 places have a detection or fire within 30 km; nearest Chico: Park, 1.25 km.",
  );
  const none = { ...answer, tables: { places: { columns, rows: rows.slice(2) } }, omitted: 0 };
  assert.equal(
    headlineOf("assess_location", {}, none),
    "None of 1 place has a detection or fire within 30 km.",
  );
});
