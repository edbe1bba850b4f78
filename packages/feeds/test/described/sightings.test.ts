import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers, collection, failureOf, pointRow, shippedFeed } from "../support/described.ts";
import { KeptFeatures } from "../support/kept-features.ts";
import { answerOf } from "../support/wfigs-service.ts";

const sighting = (id: string, acq_date_time: string, frp: number | null = 40) =>
  pointRow({
    feature_tracking_id: id,
    acq_date_time,
    total_frp: frp,
    satellite: "GOES-19",
    confidence: "high",
    known_incident_id: "{7a5e39b2-93c1-4c6f-8f5e-000000000001}",
    known_incident_name: "Fire 1",
    type_description: "Known Incident",
  });

const first = "ID-20260730T1000Z_0003";

test("of a feature that comes again in each scan, the newest sight counts", async () => {
  const answers = new Answers(() =>
    collection([
      sighting(first, "2026-07-30T11:50:00Z", 30),
      sighting(first, "2026-07-30T11:55:00Z", 60),
      sighting(first, "2026-07-30T11:45:00Z", 20),
      sighting("ID-20260730T1100Z_0004", "2026-07-30T11:55:00", null),
    ]),
  );
  const kept = new KeptFeatures();
  await kept.read(await shippedFeed("ngfs-east"), answers.request);
  const [one, other] = kept.all();
  assert.equal(kept.features.size, 2);
  assert.equal(one?.properties.frp, 60);
  assert.equal(one?.properties.source, "NGFS");
  assert.equal(one?.properties.known_incident_id, "7A5E39B2-93C1-4C6F-8F5E-000000000001");
  assert.equal(other?.properties.datetime, "2026-07-30T11:55:00Z");
  assert.equal(other?.properties.frp, null);
});

test("a later reading asks for what is new with an overlap, and an older sight replaces nothing", async () => {
  const answers = new Answers(() => collection([sighting(first, "2026-07-30T11:55:00Z", 60)]));
  const feed = await shippedFeed("ngfs-west");
  const kept = new KeptFeatures();
  await kept.read(feed, answers.request);
  kept.nowMs += 300_000;
  answers.answer = () => collection([sighting(first, "2026-07-30T11:40:00Z", 10)]);
  const [change] = await kept.read(feed, answers.request);
  assert.deepEqual(change?.put, []);
  assert.deepEqual(
    answers.urls.map(({ searchParams }) => searchParams.get("datetime")),
    ["2026-07-30T06:00:00Z/2026-07-30T12:00:00Z", "2026-07-30T11:30:00Z/2026-07-30T12:05:00Z"],
  );
});

test("a sight that is not listed again stays until it is too old", async () => {
  const answers = new Answers(() => collection([sighting(first, "2026-07-30T11:55:00Z")]));
  const feed = await shippedFeed("ngfs-east");
  const kept = new KeptFeatures();
  await kept.read(feed, answers.request);
  answers.answer = () => collection([]);
  for (let i = 0; i < 3; i++) await kept.read(feed, answers.request);
  assert.equal(kept.features.size, 1);
});

const pages = (base: string) =>
  new Answers((url) => {
    const page = Number(url.searchParams.get("offset") ?? 0);
    const rows = [0, 1].map((i) => sighting(`ID-${page + i}`, "2026-07-30T11:00:00Z"));
    const next = { rel: "next", href: `${base}?limit=2&offset=${page + 2}` };
    return collection(rows, { numberMatched: 6, links: page < 4 ? [next] : [] });
  });

test("links to the next page are followed on their host, by TLS where the first page was", async () => {
  for (const base of ["items", "http://fire.data.nesdis.noaa.gov/items"]) {
    const answers = pages(base);
    const kept = new KeptFeatures();
    const [change] = await kept.read(await shippedFeed("ngfs-east"), answers.request);
    assert.equal(kept.features.size, 6);
    assert.equal(change?.counts.received, 6);
    assert.ok(answers.urls.every(({ protocol }) => protocol === "https:"));
  }
});

const broken: readonly [name: string, answers: () => Answers, message: RegExp][] = [
  ["a link to another host", () => pages("https://elsewhere.test/items"), /another host/],
  [
    "a link to the page itself",
    () =>
      new Answers((url) =>
        collection([sighting("a", "2026-07-30T11:00:00Z")], {
          links: [{ rel: "next", href: url.href }],
        }),
      ),
    /announced more rows and sent none/,
  ],
  [
    "more rows than it sends",
    () =>
      new Answers(() => collection([sighting("a", "2026-07-30T11:00:00Z")], { numberMatched: 9 })),
    /announced 9 rows and sent 1/,
  ],
  [
    "a count that changes between pages",
    () => {
      let count = 10;
      return new Answers((url) =>
        collection([sighting(url.href, "2026-07-30T11:00:00Z")], {
          numberMatched: count++,
          links: [{ rel: "next", href: `${url.href}&more` }],
        }),
      );
    },
    /changed its list between two pages/,
  ],
  ["an HTML page", () => new Answers(() => "<!DOCTYPE html><p>Down"), /answered a page instead/],
  ["a text", () => new Answers(() => "maintenance"), /not GeoJSON/],
  ["nothing", () => new Answers(() => ""), /not GeoJSON/],
  [
    "an error with status 400",
    () => new Answers(() => answerOf('{"detail":"bad datetime"}', { status: 400 })),
    /error 400: "bad datetime"/,
  ],
  [
    "rows that are all broken",
    () => new Answers(() => collection([{ ...sighting("a", "yesterday") }])),
    /1 rows, none of them valid: its time cannot be read/,
  ],
];

for (const [name, answers, message] of broken) {
  test(`a reading that gets ${name} changes nothing`, async () => {
    const feed = await shippedFeed("ngfs-east");
    const kept = new KeptFeatures();
    await kept.read(
      feed,
      new Answers(() => collection([sighting("b", "2026-07-30T11:00:00Z")])).request,
    );
    const error = await failureOf(kept, feed, answers().request);
    assert.match(error.message, message);
  });
}

test("too many requests are a quota, with the wait that the source asks for", async () => {
  const answers = new Answers(() => answerOf("", { status: 429, retryAfterMs: 7000 }));
  const error = await failureOf(
    new KeptFeatures(),
    await shippedFeed("ngfs-east"),
    answers.request,
  );
  assert.deepEqual([error.code, error.retryAfterMs], ["quota", 7000]);
});
