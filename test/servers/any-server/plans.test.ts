import assert from "node:assert/strict";
import { test } from "node:test";
import { type Habits, servers, standIn } from "@emberline/test-support/stand-ins";
import { type CallPlan, catalogue, planCall } from "@emberline/tools";
import { callerOn } from "./foreign-caller.ts";

/* A plan lists the requests that the server really receives, and what the tool filters itself. */

const morning = "2026-07-02T06:00:00Z/2026-07-02T11:59:59Z";

function open(habits: Habits) {
  const { fetch, asked } = standIn(habits);
  const { answer, context } = callerOn(fetch);
  return {
    asked,
    async plan(name: string, input: object): Promise<CallPlan> {
      const tool = catalogue.find((each) => each.name === name)!;
      const result = await planCall(tool, input, context);
      assert.ok(result.ok, JSON.stringify(result));
      return result.output as unknown as CallPlan;
    },
    call: answer,
  };
}

const parametersOf = ({ url }: { url: string }) => new URL(url, "https://x.test").searchParams;
const queryOf = (request: { url: string }) => parametersOf(request).toString();

/** Without what only says which page it is. */
function withoutPlace(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of ["offset", "startIndex", "limit"]) rest.delete(name);
  return rest.toString();
}

const selection = { time: morning, filter: "satellite = 'Terra'", bbox: [150, -40, -120, 30] };
const calls: readonly [string, object][] = [
  ["query_features", { collection: "detections", limit: 20, ...selection }],
  ["query_features", { collection: "detections", sort: "-brightness", filter: selection.filter }],
  ["summarize_features", { collection: "detections", ...selection }],
  ["compare_periods", { collection: "detections", before: "2026-07-01", after: "2026-07-02" }],
];

for (const [server, habits] of Object.entries<Habits>(servers)) {
  for (const [name, input] of calls) {
    test(`${server}: a plan of ${name} ${JSON.stringify(input)} is what is sent`, async () => {
      const { asked, plan, call } = open(habits);
      const cold = await plan(name, input);
      await call(name, input);
      const sentAfterPlan = asked.map(String);
      for (const each of cold.requests)
        assert.ok(sentAfterPlan.includes(queryOf(each)), `${queryOf(each)} was not sent`);

      asked.length = 0;
      const warm = await plan(name, input);
      assert.deepEqual(asked.map(String), [], "a plan of a known server sends nothing");
      await call(name, input);
      const planned = warm.requests.map(queryOf);
      const first = asked.map(String).filter((query) => planned.includes(query));
      // Two periods of a server without `datetime` are one and the same request.
      assert.deepEqual([...new Set(first)].sort(), planned.sort());
      const readings = warm.requests.map((each) => withoutPlace(parametersOf(each)));
      for (const query of asked) assert.ok(readings.includes(withoutPlace(query)), `${query}`);
    });
  }

  test(`${server}: a plan names what the server leaves to the tool`, async () => {
    const { plan, call } = open(habits);
    const [, input] = calls[2]!;
    await call("summarize_features", input);
    const { requests, notices = [] } = await plan("summarize_features", input);
    assert.equal(requests.length, 1);
    const [request] = requests;
    const own = request!.filtered_here ?? [];
    const sent = parametersOf(request!);
    assert.deepEqual(own, [
      "bbox",
      ...(sent.has("datetime") ? [] : ["datetime"]),
      ...(sent.has("filter") ? [] : ["filter"]),
    ]);
    assert.equal(sent.has("datetime"), habits.datetime === "applies");
    assert.ok(notices.some((each) => each.includes(`cannot apply ${own.join(", ")} exactly`)));
  });
}

test("a plan for another part of a day than the server selects names the time", async () => {
  const { "pygeoapi: datetime ignored, no filter, HTML unless f=json": pygeoapi } = servers;
  const { plan } = open({
    ...pygeoapi,
    datetime: "applies",
    timeOf: ({ properties }) => String(properties.observed_at).slice(0, 10),
  });
  const ofDay = await plan("summarize_features", {
    collection: "detections",
    time: "2026-07-02T00:00:00Z/2026-07-02T23:59:59Z",
  });
  assert.equal(ofDay.requests.at(-1)!.filtered_here, undefined);
  const ofMorning = await plan("summarize_features", { collection: "detections", time: morning });
  assert.deepEqual(ofMorning.requests.at(-1)!.filtered_here, ["datetime"]);
});
