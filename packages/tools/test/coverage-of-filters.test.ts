import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
const now = "2026-07-26T12:00:00Z";
const day = (n: number) => `2026-07-${String(n).padStart(2, "0")}`;

/** A detection at noon of each day from the 17th to the 26th: ten days are kept. */
const features = Array.from({ length: 10 }, (_, i) =>
  point(`d${17 + i}`, 10, 50, {
    acq_datetime: `${day(17 + i)}T12:00:00Z`,
    acq_date: day(17 + i),
    frp: i,
    received_at: `${day(17 + i)}T15:00:00Z`,
  }),
).reverse();

const queryables = [
  { id: "acq_datetime", type: "dateTime" },
  { id: "acq_date", type: "date" },
  { id: "frp", type: "number" },
  { id: "received_at", type: "dateTime" },
];
const kept = { intervals: [["2026-07-16T12:00:00Z", null]] };

function covering(coverage: unknown, listed: readonly Record<string, unknown>[] = queryables) {
  const extent = { temporal: { interval: [[`${day(17)}T12:00:00Z`, `${day(26)}T12:00:00Z`]] } };
  const service = { features: { [collection]: features }, queryables: listed, extent };
  return contextOf({ ...service, described: { coverage } }, now).context;
}

const reachingBefore = [
  "acq_date >= DATE('2026-01-01')",
  "acq_date >= '2026-01-01'",
  "T_DURING(acq_datetime, INTERVAL('2026-01-01','2026-02-01'))",
  "acq_datetime < TIMESTAMP('2026-07-20T00:00:00Z')",
  "acq_date BETWEEN DATE('2026-07-01') AND DATE('2026-07-20')",
  "acq_date IN (DATE('2026-07-10'), DATE('2026-07-20'))",
  "NOT (acq_date >= DATE('2026-07-20'))",
  "NOT (acq_date = DATE('2026-07-20'))",
  "acq_date >= DATE('2026-07-20') OR frp > 5 OR acq_date < DATE('2026-07-01')",
  "acq_date >= DATE('2026-07-20') OR frp > 5",
  "received_at >= TIMESTAMP('2026-01-01T00:00:00Z')",
];
const within = [
  "acq_date >= DATE('2026-07-17')",
  "frp > 5 AND acq_date >= '2026-07-17'",
  "T_DURING(acq_datetime, INTERVAL('2026-07-17T00:00:00Z','2026-07-19T00:00:00Z'))",
  "acq_date >= DATE('2026-01-01') AND acq_datetime > TIMESTAMP('2026-07-18T00:00:00Z')",
  "NOT (acq_date < DATE('2026-07-17'))",
  "acq_date IN (DATE('2026-07-18'), DATE('2026-07-20'))",
  "acq_date = DATE('2026-07-18') OR acq_date = DATE('2026-07-20')",
  "received_at >= TIMESTAMP('2026-07-18T00:00:00Z')",
];
const only = /is complete only from 2026-07-16T12:00:00Z to now/;

for (const tool of ["query_features", "summarize_features"]) {
  for (const filter of reachingBefore) {
    test(`${tool}: ${filter} reaches before what is kept, so the answer is not complete`, async () => {
      const answer = await answerOf(tool, { collection, filter }, covering(kept));
      assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
      assert.match(answer.notices.join("\n"), only);
      const inTime = { collection, filter, time: "since 2026-07-17" };
      assert.equal((await answerOf(tool, inTime, covering(kept))).complete, true);
    });
  }

  for (const filter of within) {
    test(`${tool}: ${filter} lies within what is kept, so the answer is complete`, async () => {
      for (const time of [undefined, "last 30 days"]) {
        const answer = await answerOf(tool, { collection, filter, time }, covering(kept));
        assert.deepEqual([answer.matched_exact, answer.complete], [true, true]);
        assert.doesNotMatch(answer.notices?.join("\n") ?? "", /complete only/);
      }
    });
  }

  test(`${tool}: without any time, it is said since when features are kept`, async () => {
    for (const filter of [undefined, "frp > 5"]) {
      const asked = { collection, filter };
      const answer = await answerOf(tool, asked, covering(kept));
      assert.deepEqual([answer.matched_exact, answer.complete], [true, true]);
      assert.match(answer.notices[0], /No time was asked: .* only since 2026-07-16T12:00:00Z/);
      const { notices = [] } = await answerOf(tool, asked, covering({ intervals: [[null, null]] }));
      assert.doesNotMatch(notices.join("\n"), /No time was asked/);
    }
  });

  test(`${tool}: without any time, what was not read since counts as missing`, async () => {
    const late = { intervals: [["2026-07-16T12:00:00Z", "2026-07-26T07:00:00Z"]] };
    const gaps = [{ source: "Suomi NPP", interval: ["2026-07-21T11:02:00Z", null] }];
    for (const coverage of [late, { ...kept, gaps }]) {
      const answer = await answerOf(tool, { collection }, covering(coverage));
      assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
      assert.match(answer.notices.join("\n"), /to 2026-07-26T07:00:00Z|no observation from/);
    }
  });
}

test("dates that a service keeps as texts are times in filters too", async () => {
  const texts = [
    { id: "acq_date", type: "string" },
    { id: "frp", type: "number" },
  ];
  const complete = async (filter: string) =>
    (await answerOf("query_features", { collection, filter }, covering(kept, texts))).complete;
  assert.equal(await complete("acq_date >= '2026-01-01'"), false);
  assert.equal(await complete("acq_date LIKE '2026-01%'"), false);
  assert.equal(await complete("acq_date >= '2026-07-17'"), true);
});

test("a map without a time says since when features are kept", async () => {
  const bbox = [0, 40, 20, 60];
  const { notices } = await answerOf(
    "show_map",
    { bbox, collections: [collection] },
    covering(kept),
  );
  assert.match(notices.join("\n"), /only since 2026-07-16T12:00:00Z/);
});
