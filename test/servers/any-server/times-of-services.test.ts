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

/* Times with odd names and in odd forms, and a server that does not select by them. */

const { "MapServer: no datetime, no filter, no queryables": bare } = servers;
const { "pygeoapi: datetime ignored, no filter, HTML unless f=json": pygeoapi } = servers;

const timeOf = ({ properties }: Detection) => String(properties.observed_at);
const day = "2026-07-02";
const ofDay = detections.filter((each) => timeOf(each).startsWith(day)).length;

interface Answer {
  readonly matched: number;
  readonly matched_exact: boolean;
  readonly complete: boolean;
  readonly notices: string[];
}

type Change = (time: string, i: number) => Readonly<Record<string, unknown>>;

/** The detections with their time as these properties, none of which is `observed_at`. */
function withTimes(change: Change): Detection[] {
  return detections.map((each, i) => {
    const { observed_at, ...rest } = each.properties;
    return { ...each, properties: { ...rest, ...change(String(observed_at), i) } };
  });
}

async function ask(
  rows: readonly Detection[],
  input: object,
  { habits = bare, described }: { habits?: Habits; described?: Record<string, object> } = {},
): Promise<Answer> {
  const { fetch } = standIn({ ...habits, rows });
  const withDescription: typeof fetch = async (input, init) =>
    described && /queryables|schema/.test(String(input))
      ? Response.json({ type: "object", properties: described })
      : fetch(input, init);
  const all = { collection: "detections", group_by: ["satellite"], ...input };
  const output = await callerOn(withDescription).answer("summarize_features", all);
  return { notices: [], ...output } as unknown as Answer;
}

const later = (time: string) => new Date(Date.parse(time) + 40 * 86_400_000).toISOString();
const satellite = { satellite: { type: "string" } };
const oddNames: readonly [string, Change, Record<string, object>?][] = [
  ["a date-time in acq_time", (time) => ({ acq_time: time })],
  ["a date-time of no known name", (time) => ({ seen: time })],
  ["another time of the record before it", (time) => ({ created_at: later(time), seen: time })],
  ["a usual name with another text", (time) => ({ date: "week 27", seen: time })],
  ["acq_date and a date-time in acq_time", (time) => ({ acq_date: day, acq_time: time })],
  [
    "a time described as text",
    (time) => ({ seen: time }),
    { ...satellite, seen: { type: "string" } },
  ],
  ["a time that is not described", (time) => ({ seen: time }), satellite],
];

for (const [what, change, described] of oddNames) {
  test(`${what} is the time`, async () => {
    const habits = described ? pygeoapi : bare;
    const { matched, matched_exact } = await ask(
      withTimes(change),
      { time: day },
      { habits, ...(described && { described }) },
    );
    assert.deepEqual([matched, matched_exact], [ofDay, true]);
  });
}

test("which of two times of no known name was taken is said", async () => {
  const rows = withTimes((time) => ({ seen: time, reported: later(time) }));
  const { notices } = await ask(rows, {});
  const said = 'The time is "seen"; filter for others: "reported".';
  assert.ok(notices.includes(said), JSON.stringify(notices));
});

test("times that come only after the sampled features are not taken for none", async () => {
  const rows = withTimes((time, i) => ({ seen: i < 50 ? null : time }));
  const { matched_exact, complete, notices } = await ask(rows, { time: day });
  assert.deepEqual([matched_exact, complete], [false, false]);
  assert.match(notices.join(" "), /Whether \d+ more match is not known: no time can be read/);
});

const forms: readonly [string, (time: string) => unknown][] = [
  [
    "2026/07/02 01:01:00+00",
    (time) => `${time.slice(0, 10).replaceAll("-", "/")} ${time.slice(11, 19)}+00`,
  ],
  ["2026-07-02T01:01:00Z[UTC]", (time) => `${time.slice(0, 19)}Z[UTC]`],
  ["Thu, 02 Jul 2026 01:01:00 GMT", (time) => new Date(time).toUTCString()],
  ["milliseconds since 1970", (time) => Date.parse(time)],
  ["milliseconds since 1970 as text", (time) => String(Date.parse(time))],
  ["seconds since 1970", (time) => Date.parse(time) / 1000],
  ["20260702T010100Z", (time) => time.replace(/\.\d+/, "").replaceAll(/[-:]/g, "")],
  ["2026-07-02 01:01:00 UTC", (time) => `${time.slice(0, 19).replace("T", " ")} UTC`],
];

for (const [form, write] of forms) {
  test(`times as ${form} are read, by time and by filter, and that is said`, async () => {
    const rows = withTimes((time) => ({ observed_at: write(time) }));
    const description = {
      ...satellite,
      observed_at: { type: typeof write(timeOf(detections[0]!)) },
    };
    for (const more of [{}, { habits: pygeoapi, described: description }]) {
      for (const input of [{ time: day }, { filter: `observed_at = DATE('${day}')` }]) {
        const { matched, matched_exact, notices } = await ask(rows, input, more);
        assert.deepEqual([matched, matched_exact], [ofDay, true]);
        const said = 'The service writes times in another form; read as times: "observed_at".';
        assert.ok(notices.includes(said), JSON.stringify(notices));
      }
    }
  });
}

const daysOf = (time: string) => time.slice(0, 10).split("-");
const unread: readonly [string, Change][] = [
  ["03.07.2026", (time) => ({ observed_at: daysOf(time).reverse().join(".") })],
  ["an end in words", (time) => ({ start_datetime: time, end_datetime: "tomorrow" })],
  ["a local time zone", (time) => ({ observed_at: `${time.slice(0, 19)} PDT` })],
  // Of names that are not known to be times.
  ["02.07.2026 of another name", (time) => ({ seen: daysOf(time).reverse().join(".") })],
  ["07/02/2026", (time) => ({ seen: daysOf(time).slice(1).concat("2026").join("/") })],
  ["day of the year", (time) => ({ seen: `2026${Number(time.slice(8, 10)) + 181}` })],
  ["milliseconds of another name", (time) => ({ seen: Date.parse(time) })],
  ["days since 1900", (time) => ({ seen: Date.parse(time) / 86_400_000 + 25_569 })],
  ["lists", (time) => ({ seen: [time] })],
  ["objects", (time) => ({ seen: { "@value": time } })],
];

for (const [form, change] of unread) {
  test(`times as ${form} are said to be unreadable, and are no gap in the data`, async () => {
    const { matched, matched_exact, complete, notices } = await ask(withTimes(change), {
      time: day,
    });
    assert.deepEqual([matched, matched_exact, complete], [0, false, false]);
    const said =
      "Whether 1234 more match is not known: no time can be read from them. Leave out time to count all.";
    assert.ok(notices.includes(said), JSON.stringify(notices));
    assert.doesNotMatch(notices.join(" "), /no observations/);
  });
}
