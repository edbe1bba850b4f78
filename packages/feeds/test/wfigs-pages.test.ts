import assert from "node:assert/strict";
import { test } from "node:test";
import { type FeedAnswer, FeedError, type FeedErrorCode } from "../src/index.ts";
import { KeptFeatures } from "./support/kept-features.ts";
import { wfigsFeed } from "./support/wfigs-feed.ts";
import {
  answerOf,
  squareAt,
  type WfigsRow,
  WfigsService,
  wfigsRow,
} from "./support/wfigs-service.ts";

const rowsOf = (count: number, first = 1): WfigsRow[] =>
  Array.from({ length: count }, (_, i) => wfigsRow(first + i));

test("a request has a constant filter, an order and GeoJSON, and no relative date", async () => {
  const service = new WfigsService(rowsOf(1));
  await new KeptFeatures().read(wfigsFeed(), service.request);
  const [url] = service.urls;
  assert.ok(url?.pathname.endsWith("/WFIGS_Interagency_Perimeters_Current/FeatureServer/0/query"));
  assert.equal(url?.searchParams.get("where"), "attr_IncidentTypeCategory='WF'");
  assert.equal(url?.searchParams.get("f"), "geojson");
  assert.equal(url?.searchParams.get("orderByFields"), "OBJECTID");
  assert.equal(url?.searchParams.get("outSR"), "4326");
  assert.equal(url?.searchParams.get("geometry"), null);
});

test("a feed of WFIGS is asked every five minutes at most", () => {
  assert.equal(wfigsFeed().minMinutes, 5);
});

for (const flag of ["top", "properties"] as const) {
  for (const maxRecords of [1, 2, 3, 7]) {
    test(`pages of ${maxRecords} are read to the end by the flag at: ${flag}`, async () => {
      const kept = new KeptFeatures();
      const service = new WfigsService(rowsOf(15), { maxRecords, flag });
      const [change, ...more] = await kept.read(wfigsFeed(), service.request);
      assert.equal(kept.features.size, 15);
      assert.equal(change?.counts.received, 15);
      assert.deepEqual(more, []);
    });
  }
}

test("an empty list is valid", async () => {
  const [change] = await new KeptFeatures().read(wfigsFeed(), new WfigsService([]).request);
  assert.equal(change?.counts.received, 0);
});

/** The error of a reading, after one that was fine; nothing may have changed. */
async function errorOf(
  before: (page: number, service: WfigsService) => FeedAnswer | undefined,
): Promise<FeedError> {
  const kept = new KeptFeatures();
  const rows = rowsOf(10);
  await kept.read(wfigsFeed(), new WfigsService(rows).request);
  const [features, state] = [kept.all(), kept.state];
  const service = new WfigsService(rows, { maxRecords: 4 });
  service.before = (page) => before(page, service);
  const error = await kept.read(wfigsFeed(), service.request).then(
    () => assert.fail("the reading has to fail"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FeedError, String(error));
  assert.deepEqual(kept.all(), features);
  assert.deepEqual(kept.state, state);
  assert.equal(kept.writes.length, 10);
  return error;
}

const envelope = (error: unknown) => JSON.stringify({ error });

const failures: readonly [
  name: string,
  answer: () => FeedAnswer,
  code: FeedErrorCode,
  retryAfterMs?: number,
][] = [
  [
    "429 in the envelope with its wait in the details",
    () =>
      answerOf(
        envelope({
          code: 429,
          message: "Unable to perform query. Too many requests.",
          details: ["Your app's usage of 60400 request units exceeds 57600.", "Retry after 90 sec"],
        }),
      ),
    "quota",
    90_000,
  ],
  ["429 without a wait", () => answerOf(envelope({ code: 429 })), "quota", 60_000],
  [
    "429 of HTTP with Retry-After",
    () => answerOf("Too Many Requests", { status: 429, retryAfterMs: 5000 }),
    "quota",
    5000,
  ],
  [
    "503 in the envelope",
    () => answerOf(envelope({ code: 503, message: "Service unavailable", details: [] })),
    "unreachable",
  ],
  [
    "503 of HTTP with an HTML page",
    () => answerOf("<html>503</html>", { status: 503 }),
    "unreachable",
  ],
  ["an error without a code", () => answerOf(envelope({ message: "Failed" })), "unreachable"],
  ["an error that is null", () => answerOf(envelope(null)), "unreachable"],
  [
    "an error next to features",
    () =>
      answerOf(
        JSON.stringify({ type: "FeatureCollection", features: rowsOf(1), error: { code: 500 } }),
      ),
    "unreachable",
  ],
  [
    "a query that is refused",
    () => answerOf(envelope({ code: 400, message: "Invalid" })),
    "refused",
  ],
  ["a service that is gone", () => answerOf("", { status: 404 }), "refused"],
  ["an HTML page with status 200", () => answerOf("<!doctype html><p>busy"), "invalid_answer"],
  ["an empty body", () => answerOf(""), "invalid_answer"],
  ["an object without features", () => answerOf("{}"), "invalid_answer"],
  [
    "features of Esri's own JSON",
    () => answerOf('{"features":[{"attributes":{}}]}'),
    "invalid_answer",
  ],
  [
    "an answer that is cut off",
    () =>
      answerOf(JSON.stringify({ type: "FeatureCollection", features: rowsOf(4) }).slice(0, -200)),
    "invalid_answer",
  ],
  [
    "more rows announced and none sent",
    () => answerOf('{"type":"FeatureCollection","features":[],"exceededTransferLimit":true}'),
    "invalid_answer",
  ],
];

for (const [name, answer, code, retryAfterMs] of failures) {
  test(`is an error that changes nothing: ${name}`, async () => {
    const error = await errorOf(answer);
    assert.equal(error.code, code);
    assert.equal(error.retryAfterMs, retryAfterMs);
  });
  test(`is an error in the middle of the pages: ${name}`, async () => {
    const error = await errorOf((page) => (page >= 2 ? answer() : undefined));
    assert.equal(error.code, code);
  });
}

test("rows that are no perimeters at all are an error", async () => {
  const rows = JSON.stringify({ type: "FeatureCollection", features: [1, "a]", null, {}] });
  assert.equal((await errorOf(() => answerOf(rows))).code, "invalid_answer");
});

/** Changes the list of a service between two pages. */
type Move = (rows: readonly WfigsRow[], page: number) => WfigsRow[];

const renumbered: Move = (rows) =>
  rows.map((row, i) => ({ ...row, id: i, properties: { ...row.properties, OBJECTID: i } }));

const moves: readonly [name: string, move: Move][] = [
  ["a row is removed", (rows) => rows.slice(1)],
  ["a row is added", (rows, page) => [wfigsRow(100 + page), ...rows]],
  ["a row is removed and all are numbered anew", (rows, page) => renumbered(rows.slice(1), page)],
];

for (const [name, move] of moves) {
  test(`a list that changes between two pages is read again at once: ${name}`, async () => {
    const kept = new KeptFeatures();
    const service = new WfigsService(rowsOf(10), { maxRecords: 4 });
    service.before = (page) => {
      if (page === 2) service.rows = move(service.rows, page);
      return undefined;
    };
    const [change] = await kept.read(wfigsFeed(), service.request);
    assert.equal(change?.counts.received, service.rows.length);
    assert.equal(kept.features.size, service.rows.length);
    assert.equal(service.urls.length, 2 + Math.ceil((service.rows.length - 1) / 3));
  });

  test(`a list that changes whenever it is read is an error, not a fire that fell off: ${name}`, async () => {
    const requests = { count: 0 };
    const error = await errorOf((page, service) => {
      requests.count++;
      service.rows = move(service.rows, page);
      return undefined;
    });
    assert.match(error.message, /changed its list between two pages/);
    assert.equal(requests.count, 6);
  });
}

test("a row that the list has twice is no change of the list", async () => {
  const kept = new KeptFeatures();
  const rows = [...rowsOf(9), wfigsRow(1)];
  const [change] = await kept.read(wfigsFeed(), new WfigsService(rows, { maxRecords: 4 }).request);
  assert.equal(change?.counts.received, 10);
  assert.equal(kept.features.size, 9);
});

test("an error shows few words of the answer, in one line", async () => {
  const message = `Secret\n${"token ".repeat(1000)}`;
  const error = await errorOf(() => answerOf(envelope({ code: 500, message })));
  assert.ok(error.message.length < 120);
  assert.doesNotMatch(error.message, /\n/);
});

test("a list that has not changed is asked for by its entity tag", async () => {
  const kept = new KeptFeatures();
  const validators = { etag: '"a"' };
  const text = JSON.stringify({ type: "FeatureCollection", features: rowsOf(2) });
  await kept.read(wfigsFeed(), async () => answerOf(text, { validators }));
  kept.nowMs += 300_000;
  const [change] = await kept.read(wfigsFeed(), async (_, options) => {
    assert.deepEqual(options?.validators, validators);
    return { kind: "unchanged" };
  });
  assert.deepEqual(change?.put, []);
  // Other areas are another list.
  const areas = [[-125, 32, -114, 42]] as const;
  await kept.read(wfigsFeed({ areas }), async (_, options) => {
    assert.equal(options?.validators, undefined);
    return answerOf(text);
  });
});

test("other work gets its turn between outlines of a megabyte", async () => {
  const ring = Array.from({ length: 50_000 }, (_, i) => {
    const angle = (i / 50_000) * 2 * Math.PI;
    return [-118 + Math.cos(angle) / 10, 40 + Math.sin(angle) / 10];
  });
  const outline = { type: "Polygon", coordinates: [[...ring, ring[0]]] };
  const count = 12;
  const rows = Array.from({ length: count }, (_, i) => wfigsRow(i, {}, i ? outline : squareAt(0)));
  const body = JSON.stringify({ type: "FeatureCollection", features: rows });
  let characters = 0;
  let largest = 0;
  const kept = new KeptFeatures();
  kept.pause = () => {
    largest = Math.max(largest, characters);
    characters = 0;
    return undefined;
  };
  async function* bodyOf() {
    yield body;
  }
  const parse = JSON.parse;
  JSON.parse = (text: string) => {
    characters += text.length;
    return parse(text);
  };
  try {
    await kept.read(wfigsFeed(), async () => answerOf("", { body: bodyOf() }));
  } finally {
    JSON.parse = parse;
  }
  assert.equal(kept.features.size, count);
  const longest = Math.max(...rows.map((row) => JSON.stringify(row).length));
  assert.ok(largest <= longest, `${largest} characters are parsed without a pause`);
});

test("a row of many megabytes is rejected without being parsed, and the others are read", async () => {
  const service = new WfigsService([]);
  const long = JSON.stringify(wfigsRow(1, { attr_FireCause: "x".repeat(17_000_000) }));
  const text = `{"type":"FeatureCollection","features":[${long},${JSON.stringify(wfigsRow(2))}]}`;
  service.before = () => answerOf(text);
  const [change] = await new KeptFeatures().read(wfigsFeed(), service.request);
  assert.deepEqual([change?.counts.received, change?.counts.rejected], [2, 1]);
  assert.equal(change?.put.length, 1);
});

test("all pages of a list together have a limit", async () => {
  const limits: (number | undefined)[] = [];
  const service = new WfigsService(rowsOf(3), { maxRecords: 2 });
  const request: typeof service.request = (url, options) => {
    limits.push(options?.maxBytes);
    return service.request(url, options);
  };
  await new KeptFeatures().read(wfigsFeed(), request);
  assert.equal(limits[0], 100e6);
  const { length } = JSON.stringify({
    type: "FeatureCollection",
    exceededTransferLimit: true,
    features: rowsOf(2),
  });
  assert.equal(limits[1], 100e6 - length);
});

test("a list of many fires with the same outline names a twin of each", async () => {
  const rows = [3, 1, 2].map((number) => wfigsRow(number, {}, squareAt(1)));
  const kept = new KeptFeatures();
  await kept.read(wfigsFeed(), new WfigsService(rows).request);
  const twins = kept.all().map(({ properties }) => properties.same_outline_as);
  const numbers = ["2026-ORPRD-000002", "2026-ORPRD-000001", "2026-ORPRD-000001"];
  assert.deepEqual(twins, numbers);
});
