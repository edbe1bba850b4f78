import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, call, contextOf } from "./support.ts";

test("simulations since a time without a start, or with an end, are refused; an unknown status is answered with the known ones", async () => {
  const { context } = contextOf({
    features: {},
    simulations: ["COMPLETED", "FAILED"].map((status, i) => ({
      id: `s${i}`,
      status,
      latitude: 0,
      longitude: 0,
      model: "m",
      durationHours: 24,
      ensembleMembers: 1,
      auto: true,
      createdAt: "2025-06-19T18:00:00Z",
      links: {},
    })),
  });
  for (const [since, why] of [
    ["before 2023-08-10", /has no start/],
    ["2023-08-10/2023-08-12", /has an end/],
  ] as const) {
    const refused = await call("list_simulations", { since }, context);
    assert.match(refused.ok ? "" : refused.error.message, why);
  }
  const { notices } = await answerOf("list_simulations", { status: "done" }, context);
  assert.match(notices.join(" "), /The statuses in the list are "COMPLETED", "FAILED"\./);
});
