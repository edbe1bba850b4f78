import assert from "node:assert/strict";
import { test } from "node:test";
import { detections, servers, standIn } from "@emberline/test-support/stand-ins";
import { callTool, catalogue, openServices } from "@emberline/tools";

/* The time has a name that only the operator's roles know. */

const rows = detections.map(({ properties, ...each }) => ({
  ...each,
  properties: { ...properties, taken: properties.observed_at },
}));

test("what one of several services can do is found by the operator's roles", async () => {
  const { fetch, asked } = standIn({
    ...servers["MapServer: no datetime, no filter, no queryables"],
    datetime: "applies",
    rows,
    timeOf: () => undefined,
  });
  const service = { baseUrl: "https://features.example/api", featuresPath: "" };
  const roles = { "agency:detections": { time: "taken" } };
  const { client } = await openServices(
    ["agency", "other"].map((name) => ({
      name,
      layers: {},
      source: { kind: "remote", service, timeoutMs: 10_000 },
    })),
    {
      circuitFailures: 0,
      roles,
      embed: () => assert.fail("nothing is embedded"),
      optionsOf: () => ({ fetch }),
    },
  );
  const tool = catalogue.find(({ name }) => name === "summarize_features")!;
  const time = "2026-07-02T00:00:00Z/2026-07-02T23:59:59Z";
  const now = () => Date.UTC(2026, 6, 4);
  const input = { collection: "agency:detections", time };
  const result = await callTool(tool, input, { client, now, notices: [], roles });
  assert.ok(result.ok, JSON.stringify(result));
  const expected = detections.filter(({ properties }) =>
    String(properties.observed_at).startsWith("2026-07-02"),
  );
  assert.equal((result.output as { matched: number }).matched, expected.length);
  assert.ok(asked.at(-1)!.has("datetime"));
});
