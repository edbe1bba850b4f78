import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import {
  answerOf,
  errorOf,
  httpTools,
  mcpHttp,
  type Surface,
} from "@emberline/test-served/surfaces";

const surfaces: Surface[] = [];
let fetchApp: Awaited<ReturnType<typeof appInProcess>>;

before(async () => {
  fetchApp = await appInProcess();
  surfaces.push(await mcpHttp(origin, fetchApp), httpTools(origin, fetchApp));
});

after(() => Promise.all(surfaces.map((surface) => surface.close())));

const hotspots = { collection: "svc:hotspots" };

/** Each input with the patterns that its answer must match. */
const refused: [tool: string, input: unknown, tells: RegExp[]][] = [
  ["show_map", { filter: "frp > 1" }, [/filter/, /one collection/]],
  ["show_map", { collections: ["svc:hotspot"] }, [/Did you mean "svc:hotspots"/]],
  ["show_map", { collections: [] }, [/collections/, /1/]],
  ["show_map", { width: 20 }, [/width/, /240/]],
  ["show_map", { height: 1e9 }, [/height/, /2048/]],
  ["show_map", { theme: "blue" }, [/theme/, /"light"/, /"dark"/]],
  ["show_map", { bbox: [0, 5, 1, 4] }, [/south/, /north/]],
  ["query_features", {}, [/collection/, /missing/]],
  [
    "query_features",
    { collection: "svc:hotspot" },
    [/svc:hotspot"/, /Did you mean "svc:hotspots"/],
  ],
  ["query_features", { collection: 7 }, [/Unknown collection "7"/]],
  ["query_features", { collection: {} }, [/collection is an object/, /string/]],
  ["export_features", hotspots, [/format is missing: give one of "geojson"/]],
  ["export_features", { ...hotspots, format: "shp" }, [/format/, /geojson.*kml/]],
  [
    "export_features",
    { ...hotspots, format: "csv", properties: ["fpr"] },
    [/no property "fpr"/, /Did you mean "frp"/],
  ],
  ["query_features", { ...hotspots, bbox: "Australia" }, [/bbox/, /array/]],
  ["query_features", { ...hotspots, bbox: [113, -44, 154] }, [/bbox/, /4/]],
  [
    "query_features",
    { ...hotspots, bbox: [113, -44, 0, 154, -10] },
    [/bbox/, /four numbers .* or six/],
  ],
  ["query_features", { ...hotspots, bbox: [113, -10, 154, -44] }, [/south/, /north/]],
  [
    "query_features",
    { ...hotspots, bbox: [-44, 113, -10, 154] },
    [/latitude 113/, /latitudes are from -90 to 90 and come second/],
  ],
  ["query_features", { ...hotspots, bbox: [113, -44, 554, -10] }, [/554/, /180/]],
  ["query_features", { ...hotspots, bbox: [113, -44, "east", -10] }, [/bbox/, /number/]],
  ["query_features", { ...hotspots, near: "151.2,-33.9" }, [/latitude/, /swapped/]],
  [
    "query_features",
    { ...hotspots, near: "Springfield" },
    [/several places/, /Illinois/, /lat,lon/],
  ],
  ["query_features", { ...hotspots, near: "Coimbrra" }, [/no place named/, /Did you mean Coimbra/]],
  ["query_features", { ...hotspots, near: "12/5" }, [/not a position or a place/]],
  [
    "assess_location",
    { near: "Bavaria" },
    [/name of Bavaria \(a region, Germany; largest town "Munich/],
  ],
  ["find_place", {}, [/name/, /missing/]],
  ["find_place", { name: "95,10" }, [/latitude 95/]],
  ["find_place", { name: "Coimbra", limit: 0 }, [/limit/, /1/]],
  ["query_features", { ...hotspots, lon: 10 }, [/lat/]],
  ["query_features", { ...hotspots, near: "50,10", bbox: [9, 49, 11, 51] }, [/only one/]],
  ["query_features", { ...hotspots, radius_km: 20 }, [/near/]],
  ["query_features", { ...hotspots, near: "50,10", radius_km: 5000 }, [/radius_km/, /1000/]],
  ["query_features", { ...hotspots, time: "2024-02-30" }, [/2024-02-30/, /not a valid date/]],
  ["query_features", { ...hotspots, time: "2024-07-02/2024-07-01" }, [/ends before it starts/]],
  ["query_features", { ...hotspots, time: "recently" }, [/recently/, /last 24h/]],
  ["query_features", { ...hotspots, time: "P1X/now" }, [/P1X/, /duration/]],
  ["query_features", { ...hotspots, limit: 0 }, [/limit/, /at least 1/]],
  ["query_features", { ...hotspots, limit: 2.5 }, [/limit/, /whole number/]],
  ["query_features", { ...hotspots, limit: "many" }, [/limit/, /number/]],
  ["query_features", { ...hotspots, sort: "-power" }, [/sort/, /power/, /frp/]],
  ["query_features", { ...hotspots, sort: "distance" }, [/near/]],
  ["query_features", { ...hotspots, properties: ["brightnes"] }, [/brightnes/, /frp/]],
  ["query_features", { ...hotspots, cursor: "not-a-cursor" }, [/next_cursor/]],
  [
    "query_features",
    { ...hotspots, cursor: btoa(JSON.stringify(["list_simulations", {}])) },
    [/next_cursor/],
  ],
  ["query_features", { ...hotspots, max_tokens: 5 }, [/max_tokens/, /500/]],
  ["query_features", { ...hotspots, filter: "frpp > 10" }, [/frpp/, /frp/, /confidence/]],
  [
    "query_features",
    { ...hotspots, filter: "frp > 'much' AND sattelite = 'N'" },
    [/frp/, /sattelite/, /satellite/],
  ],
  ["query_features", { ...hotspots, filter: "frp >" }, [/CQL2/, /\^/]],
  [
    "query_features",
    { ...hotspots, filter: "INTERSECTS(frp, POINT(0 0))", filter_lang: "ecql-text" },
    [/geometry/],
  ],
  ["query_features", { ...hotspots, filter_lang: "sql" }, [/filter_lang/, /"cql2-text"/]],
  ["query_features", { ...hotspots, within: "p1" }, [/collection\/featureId/]],
  [
    "query_features",
    { ...hotspots, within: "svc:satellite-perimeters/p9" },
    [/p9/, /query_features/],
  ],
  ["query_features", { ...hotspots, within: "svc:hotspots/h1" }, [/no area/]],
  [
    "query_features",
    { ...hotspots, within: "svc:satellite-perimeters/p1", near: "-50,-170" },
    [/no place in common/],
  ],
  [
    "query_features",
    { ...hotspots, time: "today", time_zone: "Berlin" },
    [/Berlin/, /Europe\/Lisbon/],
  ],
  ["query_features", { ...hotspots, time_zone: "Sydney" }, [/Sydney/, /Europe\/Lisbon/]],
  ["show_map", { time_zone: "Sydney" }, [/Sydney/, /Europe\/Lisbon/]],
  ["query_features", { ...hotspots, latest_per_fire: true }, [/latest_per_fire/]],
  ["query_features", ["svc:hotspots"], [/object/]],
  [
    "describe_collection",
    { collection: "../../etc/passwd" },
    [/Unknown collection/, /svc:hotspots/],
  ],
  ["get_feature", { ...hotspots, id: "h-unknown" }, [/h-unknown/, /query_features/]],
  ["get_feature", hotspots, [/id/, /missing/]],
  ["get_feature", { ...hotspots, id: "h1", geometry: "wkt" }, [/geometry/, /"simplified"/]],
  ["list_simulations", { since: "soon" }, [/soon/]],
  ["list_simulations", { origin: "auto" }, [/origin/, /"automatic"/]],
  ["list_simulations", { near: "95,10" }, [/latitude/]],
  ["list_collections", { collection: "svc:hotspots" }, [/Unknown parameter "collection"/]],
  ["assess_location", { place: "La Pine, Oregon" }, [/"place"\. Did you mean "near"\?/]],
  ["query_features", { ...hotspots, state: "Oregon" }, [/"state"\. Did you mean "within"\?/]],
  ["query_features", { ...hotspots, start_date: "2025-06-01" }, [/Did you mean "time"\?/]],
  ["list_simulations", { start_date: "2025-06-01" }, [/Did you mean "since"\?/]],
  ["assess_fire", { name: "Park" }, [/"name"\. Did you mean "fire"\?/]],
  ["find_place", { query: "La Pine" }, [/"query"\. Did you mean "name"\?/]],
];

for (const [tool, input, tells] of refused) {
  test(`${tool} refuses ${JSON.stringify(input)} and says how to fix it`, async () => {
    for (const surface of surfaces) {
      // MCP itself allows only objects as arguments.
      if (Array.isArray(input) && surface.name.startsWith("MCP")) continue;
      const message = await errorOf(surface, tool, input);
      for (const pattern of tells) assert.match(message, pattern);
      assert.ok(
        !message.includes("\n") || message.includes("^"),
        "one line, but for a caret under its place",
      );
    }
  });
}

test("a cursor of another selection is refused", async () => {
  for (const surface of surfaces) {
    const first = await surface.call("query_features", { ...hotspots, limit: 2 });
    assert.ok(first.ok);
    const cursor = first.answer.next_cursor;
    assert.match(
      await errorOf(surface, "query_features", { collection: "svc:static-heat-sources", cursor }),
      /collection differs/,
    );
    assert.match(
      await errorOf(surface, "query_features", { ...hotspots, cursor, time: "2024-07-01" }),
      /time differs/,
    );
  }
});

test("an altered cursor cannot change or widen the selection", async () => {
  for (const surface of surfaces) {
    const cursorOf = async (bbox: number[]) => {
      const first = await surface.call("query_features", { ...hotspots, limit: 2, bbox });
      assert.ok(first.ok);
      return String(first.answer.next_cursor);
    };
    const cursor = await cursorOf([0, 0, 90, 90]);
    const wider = await cursorOf([-180, -90, 180, 90]);
    assert.notEqual(cursor, wider);
    const changed = [12, 40, cursor.length - 1].map(
      (at) => cursor.slice(0, at) + (cursor[at] === "1" ? "2" : "1") + cursor.slice(at + 1),
    );
    const foreign = [cursor.slice(0, 12) + wider.slice(12), `${cursor}1`, cursor.slice(0, -1)];
    for (const altered of [...changed, ...foreign]) {
      const input = { ...hotspots, cursor: altered };
      assert.match(await errorOf(surface, "query_features", input), /^invalid_input/);
    }
  }
});

test("HTTP requests that no tool sees are refused as problem details", async () => {
  const json = { "content-type": "application/json" };
  const cases: [path: string, init: RequestInit, status: number, tells: RegExp][] = [
    [
      "/tools/query_feature",
      { method: "POST", headers: json, body: "{}" },
      404,
      /Did you mean "query_features"/,
    ],
    ["/tools/query_features", { method: "POST", headers: json, body: "{" }, 400, /valid JSON/],
    [
      "/tools/query_features",
      { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" },
      415,
      /application\/json/,
    ],
    [
      "/tools/query_features",
      { method: "POST", headers: json, body: `"${"x".repeat(1_100_000)}"` },
      413,
      /larger/,
    ],
    ["/tools/query_features", { method: "DELETE" }, 405, /POST/],
    ["/tools", { method: "POST", headers: json, body: "{}" }, 405, /GET/],
    ["/nowhere", {}, 404, /\/tools/],
  ];
  for (const [path, init, status, tells] of cases) {
    const response = await fetchApp(path, init);
    assert.equal(response.status, status, path);
    assert.equal(response.headers.get("content-type"), "application/problem+json");
    assert.match(((await response.json()) as { detail: string }).detail, tells);
  }
});

test("MCP refuses a body that is not JSON-RPC in one sentence, with or without a length header", async () => {
  const accept = "application/json, text/event-stream";
  const cases: [headers: Record<string, string>, body: string, status: number][] = [
    [{ "content-type": "application/json", "content-length": "1" }, "{", 400],
    [{ "content-type": "application/json" }, "{", 400],
    [{ "content-type": "text/plain", "content-length": "2" }, "{}", 415],
    [{ "content-type": "application/json", "content-length": "99999999" }, "{}", 413],
  ];
  for (const [headers, body, status] of cases) {
    const response = await fetchApp("/mcp", {
      method: "POST",
      headers: { accept, ...headers },
      body,
    });
    assert.equal(response.status, status, JSON.stringify(headers));
    assert.match(await response.text(), /error/);
  }
});

test("an unknown tool over MCP is a protocol error that lists the tools", async () => {
  await assert.rejects(surfaces[0]!.call("query_feature"), /Did you mean "query_features"/);
});

test("arguments that agent frameworks add are left out with a notice on every surface", async () => {
  const added = { toolCallId: "call_1", random_string: "x", security_context: {} };
  for (const surface of surfaces) {
    const { collections, notices } = await answerOf(surface, "list_collections", added);
    assert.ok(collections.length > 0);
    assert.ok(
      notices?.includes(
        "Left out, as agent frameworks add it: toolCallId, security_context, random_string.",
      ),
      surface.name,
    );
    const others = await errorOf(surface, "list_collections", { session_id: "1" });
    assert.match(others, /Unknown parameter "session_id"/);
  }
});
