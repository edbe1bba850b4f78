import assert from "node:assert/strict";
import { test } from "node:test";
import { compile, parse } from "@emberline/cql2";
import { type Detection, detections, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* Servers that filter, and read literals of times in ways of their own. */

const { "ldproxy: unknown parameters refused": ldproxy } = servers;

/** How a server reads the text of a filter; undefined where it refuses it. */
type Reading = (filter: string) => string | undefined;

const asMidnight: Reading = (filter) =>
  filter.replaceAll(/DATE\('([^']+)'\)/g, "TIMESTAMP('$1T00:00:00Z')");
const servedBy: readonly [string, Reading, boolean][] = [
  ["days as their midnight", asMidnight, true],
  ["times as those of a zone", (filter) => filter.replaceAll(/(\d\d:\d\d)Z/g, "$1+02:00"), false],
  ["no literals of times", (filter) => (/TIMESTAMP|DATE/.test(filter) ? undefined : filter), false],
  ["literals of times as nothing", (filter) => filter.replaceAll(/TIMESTAMP\S+/g, "'x'"), false],
];

async function ask(filter: string, read: Reading) {
  const sent: string[] = [];
  const usual = standIn(ldproxy);
  const fetch: typeof usual.fetch = async (input, init) => {
    const url = new URL(String(input));
    const given = url.searchParams.get("filter");
    if (given === null) return usual.fetch(input, init);
    sent.push(given);
    const understood = read(given);
    if (understood === undefined) return Response.json({ code: "400" }, { status: 400 });
    const matches = compile(parse(understood));
    url.searchParams.delete("filter");
    url.searchParams.delete("filter-lang");
    const rows = detections.filter((each) => matches(each));
    return standIn({ ...ldproxy, rows }).fetch(url, init);
  };
  const input = { collection: "detections", group_by: ["satellite"], filter };
  const { matched, matched_exact } = await callerOn(fetch).answer("summarize_features", input);
  return { matched, matched_exact, last: sent.at(-1) ?? "" };
}

const on = ({ properties }: Detection) => String(properties.observed_at).slice(0, 10);
const at = ({ properties }: Detection) => String(properties.observed_at);
const isTerra = ({ properties }: Detection) => properties.satellite === "Terra";
const questions: readonly [string, (each: Detection) => boolean][] = [
  ["observed_at = DATE('2026-07-02')", (each) => on(each) === "2026-07-02"],
  ["observed_at <= DATE('2026-07-02')", (each) => on(each) <= "2026-07-02"],
  ["DATE('2026-07-01') < observed_at", (each) => on(each) > "2026-07-01"],
  ["NOT observed_at <> DATE('2026-07-03')", (each) => on(each) === "2026-07-03"],
  [
    "observed_at BETWEEN DATE('2026-07-02') AND DATE('2026-07-03')",
    (each) => on(each) >= "2026-07-02",
  ],
  ["observed_at IN (DATE('2026-07-01'), DATE('2026-07-03'))", (each) => on(each) !== "2026-07-02"],
  ["T_AFTER(observed_at, DATE('2026-07-01'))", (each) => on(each) > "2026-07-01"],
  [
    "observed_at >= TIMESTAMP('2026-07-02T12:00:00Z') AND satellite = 'Terra'",
    (each) => at(each) >= "2026-07-02T12" && isTerra(each),
  ],
  [
    "observed_at > DATE('2026-07-01') OR satellite = 'Terra'",
    (each) => on(each) > "2026-07-01" || isTerra(each),
  ],
];

for (const [server, read, isSent] of servedBy) {
  for (const [filter, matches] of questions) {
    test(`a server that reads ${server}: ${filter}`, async () => {
      const { matched, matched_exact, last } = await ask(filter, read);
      assert.deepEqual([matched, matched_exact], [detections.filter(matches).length, true]);
      if (isSent && !filter.startsWith("T_")) assert.match(last, /TIMESTAMP/);
      assert.doesNotMatch(last, /DATE\(/);
    });
  }
}
