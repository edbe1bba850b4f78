import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, call, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
/** 155 days before the clock of the tests, which stands at 2025-11-22T12:00:00Z. */
const newest = "2025-06-20T12:00:00Z";
const simulations = ["2025-06-20T12:00:00Z", "2025-06-10T12:00:00Z"].map((createdAt, i) => ({
  id: `s${i}`,
  status: "COMPLETED",
  latitude: 1,
  longitude: 1,
  model: "m",
  durationHours: 24,
  ensembleMembers: 1,
  auto: true,
  createdAt,
  links: {},
}));

function old() {
  return contextOf(
    {
      extent: { temporal: { interval: [["2025-01-01T00:00:00Z", newest]] } },
      queryables: [
        { id: "datetime", type: "dateTime" },
        { id: "frp", type: "number" },
      ],
      features: {
        [collection]: [
          point("newest", 1, 1, { datetime: newest, frp: 2 }),
          point("day before", 1, 1, { datetime: "2025-06-19T10:00:00Z", frp: 2 }),
          point("week before", 1, 1, { datetime: "2025-06-12T12:00:00Z", frp: 2 }),
        ],
      },
      simulations,
    },
    "2025-11-22T12:00:00Z",
  ).context;
}

const lastWeek = ["2025-06-13T12:00:00Z", "2025-06-20T12:00:00Z"];

for (const tool of ["query_features", "summarize_features"]) {
  test(`${tool}: "last 7 days" of old data are the newest 7 days that have data, said first`, async () => {
    const answer = await answerOf(tool, { collection, time: "last 7 days" }, old());
    assert.deepEqual(answer.selection.interval, lastWeek);
    assert.equal(answer.matched, 2);
    // 155 days are 5.09 months of 30.44 days.
    assert.match(answer.notices[0], /^The data ends 2025-06-20T12:00:00Z, 5 months ago: .* 7 days/);
  });

  test(`${tool}: for a fixed time after the data, the newest such time is offered first`, async () => {
    const asked = { collection, time: "2025-11-01/2025-11-07" };
    const { matched, notices, selection } = await answerOf(tool, asked, old());
    assert.equal(matched, 0);
    assert.deepEqual(selection.interval, ["2025-11-01T00:00:00Z", "2025-11-07T23:59:59.999Z"]);
    const offered = `Try {"time":"${lastWeek.join("/")}"}.`;
    assert.ok(notices[0].startsWith("The data ends 2025-06-20T12:00:00Z, 5 months ago"));
    assert.ok(notices[0].includes(offered), notices[0]);
    const again = await answerOf(tool, { collection, time: lastWeek.join("/") }, old());
    assert.equal(again.matched, 2);
  });
}

test("a time that goes on after the data is answered, and the answer says where it ends", async () => {
  const asked = { collection, time: "since 2025-06-15" };
  const { matched, notices } = await answerOf("query_features", asked, old());
  assert.equal(matched, 2);
  assert.match(notices[0], /^The data ends 2025-06-20T12:00:00Z.* no data after that/);
});

test("a time that ends with the data needs no notice", async () => {
  const asked = { collection, time: "2025-06-15/2025-06-20" };
  const { notices = [] } = await answerOf("summarize_features", asked, old());
  assert.doesNotMatch(notices.join(" "), /data ends/);
});

test("the next page of old data stays in the moved time", async () => {
  const asked = { collection, time: "last 7 days", limit: 1 };
  const first = await answerOf("query_features", asked, old());
  const cursorKey = new Uint8Array(32);
  assert.equal(first.matched, 2);
  const context = { ...old(), cursorKey };
  const page = await answerOf("query_features", asked, context);
  const next = await answerOf("query_features", { ...asked, cursor: page.next_cursor }, context);
  assert.deepEqual(next.selection.interval, lastWeek);
  assert.equal(next.returned, 1);
});

test("compare_periods counts both periods from the end of the data", async () => {
  const asked = { collection, before: "yesterday", after: "today" };
  const { before, after, notices } = await answerOf("compare_periods", asked, old());
  const hours = ({ interval }: { interval: string[] }) =>
    interval.map((each) => (Date.parse(newest) - Date.parse(each)) / 3_600_000);
  assert.deepEqual(hours(after).map(Math.round), [12, -12]);
  assert.deepEqual(hours(before).map(Math.round), [36, 12]);
  assert.deepEqual([before.matched, after.matched], [1, 1]);
  assert.match(notices[0], /^The data ends .*, 5 months ago: both periods are counted from that/);
  assert.match(notices[0], /"yesterday" is Thu 2025-06-19 \(UTC\)\. "today" is Fri 2025-06-20/);
  assert.match(notices[0], /last day is covered in part/);
  assert.ok(!notices.some((each: string) => each.includes("overlap")));
});

test("compared words of a calendar meet without a gap or an overlap, and a fixed time stays", async () => {
  const ask = (periods: object) =>
    answerOf("compare_periods", { collection, ...periods }, old()).then(({ before, after }) => [
      before.interval,
      after.interval,
    ]);
  const days = (first: string, last = first) => [`${first}T00:00:00Z`, `${last}T23:59:59.999Z`];
  const today = days("2025-06-20");
  assert.deepEqual(await ask({ after: "today" }), [days("2025-06-19"), today]);
  // 20 June 2025 is a Friday.
  const [was, is] = [days("2025-06-09", "2025-06-15"), days("2025-06-16", "2025-06-22")];
  assert.deepEqual(await ask({ before: "last week", after: "this week" }), [was, is]);
  assert.deepEqual(await ask({ before: "semana passada", after: "esta semana" }), [was, is]);
  assert.deepEqual(await ask({ before: "2025-06-12", after: "today" }), [
    days("2025-06-12"),
    today,
  ]);
  // Until the end of the data: one day and a half, from noon to midnight.
  assert.deepEqual(await ask({ after: "since 2025-06-19" }), [
    ["2025-06-17T12:00:00Z", "2025-06-18T23:59:59.999Z"],
    ["2025-06-19T00:00:00Z", null],
  ]);
  await assert.rejects(
    ask({ after: "until 2025-06-19" }),
    /"after":"2025-06-12T23:59:59.999Z\/2025-06-19/,
  );
});

test("the time of simulations has both its ends in an offer", async () => {
  const messageOf = async (input: object) => {
    const result = await call("list_simulations", input, old());
    return result.ok ? "" : result.error.message;
  };
  const both = 'Try {"since":"June 2025","until":"June 2025"}.';
  assert.ok((await messageOf({ time: "June 2025" })).includes(both));
  const swapped = 'Try {"since":"yesterday","until":"today"}.';
  assert.ok((await messageOf({ since: "today", until: "yesterday" })).endsWith(swapped));
  const asked = { since: "yesterday", until: "yesterday" };
  const { since, until, notices } = await answerOf("list_simulations", asked, old());
  assert.deepEqual([since, until], ["2025-06-19T00:00:00Z", "2025-06-19T23:59:59.999Z"]);
  assert.match(notices[0], /counted from that end, "yesterday" is Thu 2025-06-19 \(UTC\)\.$/);
  const of = { since: "2025-06-10/2025-06-11", until: "2025-06-10/2025-06-11" };
  assert.equal((await answerOf("list_simulations", of, old())).matched, 1);
});

test("list_simulations since words starts where the simulations end", async () => {
  const { since, notices } = await answerOf("list_simulations", { since: "last 7 days" }, old());
  assert.equal(since, "2025-06-13T12:00:00Z");
  assert.match(notices[0], /^The data ends 2025-06-20T12:00:00Z, 5 months ago/);
  const none = await answerOf("list_simulations", { since: "2025-11-15T12:00:00Z" }, old());
  assert.match(none.notices[0], /Try \{"since":"2025-06-13T12:00:00Z"\}/);
});

test("show_map draws the newest days that have data, and its first notice says so", async () => {
  const { selection, notices } = await answerOf("show_map", { time: "last 7 days" }, old());
  assert.deepEqual(selection.interval, lastWeek);
  assert.match(notices[0], /^The data ends 2025-06-20T12:00:00Z, 5 months ago/);
});
