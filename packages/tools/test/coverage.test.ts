import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { hotspot, perimeter, queryables } from "./assess-places.ts";
import { fireService } from "./fire-service.ts";
import { answerOf, call, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
const now = "2026-07-26T12:00:00Z";
const day = (n: number) => `2026-07-${String(n).padStart(2, "0")}`;
const source = "NASA FIRMS: VIIRS on Suomi NPP";

/** A detection at noon of each day from the 17th to the 26th: ten days are kept. */
const features = Array.from({ length: 10 }, (_, i) =>
  point(`d${17 + i}`, 10, 50, { datetime: `${day(17 + i)}T12:00:00Z` }),
).reverse();

/** A service that says of which time its data are complete. */
function covering(coverage: unknown, clock = now) {
  const extent = { temporal: { interval: [[`${day(17)}T12:00:00Z`, `${day(26)}T12:00:00Z`]] } };
  return contextOf({ features: { [collection]: features }, extent, described: { coverage } }, clock)
    .context;
}

const kept = { intervals: [["2026-07-16T12:00:00Z", null]] };
const tools = ["query_features", "summarize_features"];

for (const tool of tools) {
  test(`${tool}: a time that reaches before what is kept is not complete, and says from when it is`, async () => {
    const answer = await answerOf(tool, { collection, time: "last 30 days" }, covering(kept));
    assert.equal(answer.matched, 10);
    assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
    assert.match(answer.notices.join("\n"), /complete only from 2026-07-16T12:00:00Z to now/);
  });

  test(`${tool}: a time within what is kept is exact`, async () => {
    for (const time of ["last 10 days", day(20), "since 2026-07-18", "today"]) {
      const {
        matched_exact,
        complete,
        notices = [],
      } = await answerOf(tool, { collection, time }, covering(kept));
      assert.deepEqual([matched_exact, complete], [true, true], time);
      assert.doesNotMatch(notices.join("\n"), /complete only/);
    }
  });

  test(`${tool}: what was not read since the last reading is not complete`, async () => {
    const read = { intervals: [["2026-07-16T12:00:00Z", "2026-07-26T07:00:00Z"]] };
    const answer = await answerOf(tool, { collection, time: "today" }, covering(read));
    assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
    assert.match(answer.notices.join("\n"), /to 2026-07-26T07:00:00Z/);
    const earlier = { collection, time: "2026-07-26T00:00:00Z/2026-07-26T06:00:00Z" };
    assert.equal((await answerOf(tool, earlier, covering(read))).complete, true);
  });

  test(`${tool}: a time across a gap between two readings is not complete`, async () => {
    const intervals = [
      ["2026-07-21T00:00:00Z", null],
      ["2026-07-16T12:00:00Z", "2026-07-18T23:59:59Z"],
    ];
    const answer = await answerOf(
      tool,
      { collection, time: "last 7 days" },
      covering({ intervals }),
    );
    assert.equal(answer.complete, false);
    assert.match(
      answer.notices.join("\n"),
      /to 2026-07-18T23:59:59Z and from 2026-07-21T00:00:00Z/,
    );
  });

  test(`${tool}: before the first reading nothing is complete, not even without a time`, async () => {
    const answer = await answerOf(tool, { collection }, covering({ intervals: [] }));
    assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
    assert.match(answer.notices.join("\n"), /has not been read completely yet/);
  });

  test(`${tool}: a satellite that is silent is said with the time of its silence`, async () => {
    const gaps = [{ source, interval: ["2026-07-21T11:02:00Z", null] }];
    const asked = { collection, time: "last 7 days" };
    const answer = await answerOf(tool, asked, covering({ ...kept, gaps }));
    assert.equal(answer.complete, false);
    assert.match(
      answer.notices.join("\n"),
      /"NASA FIRMS: VIIRS on Suomi NPP" has no observation from 2026-07-21T11:02:00Z to now/,
    );
    const before = { collection, time: "2026-07-18/2026-07-20" };
    assert.equal((await answerOf(tool, before, covering({ ...kept, gaps }))).complete, true);
  });
}

test("a cursor leads to answers that are not complete either", async () => {
  const context = { ...covering(kept), cursorKey: new Uint8Array(32) };
  const asked = { collection, time: "last 30 days", limit: 6 };
  const first = await answerOf("query_features", asked, context);
  const last = await answerOf("query_features", { ...asked, cursor: first.next_cursor }, context);
  assert.equal(last.returned, 4);
  assert.deepEqual([last.matched_exact, last.complete], [false, false]);
});

test("a comparison that reaches before what is kept offers what both periods have", async () => {
  const asked = { collection, before: "2026-07-13/2026-07-19", after: "2026-07-20/2026-07-26" };
  const refused = await call("compare_periods", asked, covering(kept));
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, "invalid_input");
  // Three days and a half of the earlier period are missing, so they are left out of both.
  const offered = {
    before: "2026-07-16T12:00:00Z/2026-07-19T23:59:59.999Z",
    after: "2026-07-23T12:00:00Z/2026-07-26T23:59:59.999Z",
  };
  assert.ok(refused.error.message.includes(`Try ${JSON.stringify(offered)}.`));
  const again = await answerOf("compare_periods", { collection, ...offered }, covering(kept));
  assert.deepEqual([again.before.matched, again.after.matched, again.complete], [3, 4, true]);
});

test("a comparison with a time that lies before what is kept is refused", async () => {
  const asked = { collection, before: "2026-07-01/2026-07-07", after: "2026-07-20/2026-07-26" };
  const refused = await call("compare_periods", asked, covering(kept));
  assert.ok(!refused.ok);
  assert.match(refused.error.message, /^before is not complete: .* from 2026-07-16T12:00:00Z/);
});

test("a comparison across the silence of a satellite says so", async () => {
  const gaps = [{ source, interval: ["2026-07-21T11:02:00Z", null] }];
  const asked = { collection, before: "2026-07-18/2026-07-20", after: "2026-07-22/2026-07-24" };
  const answer = await answerOf("compare_periods", asked, covering({ ...kept, gaps }));
  assert.equal(answer.complete, false);
  assert.match(answer.notices.join("\n"), /after: "NASA FIRMS.*" has no observation from/);
});

test("what a service says of its coverage in another form counts for nothing", async () => {
  for (const coverage of [7, null, {}, { intervals: "always" }, { gaps: [null, 1, {}] }]) {
    const asked = { collection, time: "last 30 days" };
    assert.equal((await answerOf("query_features", asked, covering(coverage))).complete, true);
  }
});

const at = (n: number, hour = 0) => `2025-06-${n}T${String(hour).padStart(2, "0")}:00:00Z`;

test("assess_fire counts nothing for a period without any observation", async () => {
  const { context } = fireService(
    {
      features: {
        [collection]: [hotspot("newest", 20, { datetime: at(19, 11) })],
        "svc:satellite-perimeters": [perimeter("m1", [0, 22], { datetime: at(18) })],
        "svc:static-heat-sources": [],
      },
      queryables,
      extent: { temporal: { interval: [[at(16, 11), at(19, 11)]] } },
    },
    "applies",
    at(19, 13),
  );
  const { tables, notices } = await answerOf("assess_fire", { fire: "First" }, context);
  const counts = recordsOf(tables.detections).map(({ inside, near }) => [inside, near]);
  // The newest 24 hours, the 24 hours before, and from a day before the mapping on.
  assert.deepEqual(counts, [
    [1, 0],
    [null, null],
    [1, 0],
  ]);
  assert.match(notices.join(" "), /no observations anywhere in a period without counts/);
});

test("days of a summary on which nothing was observed anywhere are named, since their 0 is no count", async () => {
  // Observations on the 17th, 18th and 21st; those of the 18th lie elsewhere.
  const days = [17, 18, 21].map((n) =>
    point(`d${n}`, n === 18 ? 80 : 10, 50, { datetime: `${day(n)}T12:00:00Z` }),
  );
  const { context } = contextOf(
    {
      features: { [collection]: days },
      extent: { temporal: { interval: [["2026-05-01T00:00:00Z", `${day(21)}T12:00:00Z`]] } },
      intercept: (url) => {
        const asked = url.searchParams.get("datetime")?.split("/");
        if (!asked || !url.pathname.endsWith("/items")) return undefined;
        const features = days.filter(({ properties }) => {
          const { datetime } = properties as { datetime: string };
          return datetime >= asked[0]! && datetime <= asked[1]!;
        });
        return Response.json({ type: "FeatureCollection", features });
      },
    },
    now,
  );
  const asked = {
    collection,
    bbox: [0, 40, 20, 60],
    time: "2026-06-01/2026-07-21",
    group_by: ["day"],
  };
  const { notices } = await answerOf("summarize_features", asked, context);
  assert.match(
    notices.join("\n"),
    /no observations anywhere on these days.*: 2026-06-01\/2026-07-16, 2026-07-19\/2026-07-20\./,
  );
});
