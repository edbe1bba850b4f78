import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Pause } from "@emberline/turns";
import { start } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const features = 20_000;
const lines = Array.from({ length: features }, (_, i) =>
  pointLine(`p${i}`, [(i % 360) - 180, (i % 170) - 85], {
    datetime: new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString(),
    frp: i % 97,
  }),
).join("");

/** Turns that count their pauses, and call back at each. */
function counting(onPause: (pauses: number) => void) {
  const counted = { pauses: 0 };
  const pauseOf = (signal: AbortSignal): Pause => {
    return () => {
      if (signal.aborted) return Promise.reject(signal.reason);
      onPause(++counted.pauses);
      return undefined;
    };
  };
  return { counted, pauseOf };
}

const startWith = (turns: ReturnType<typeof counting>) =>
  withFolder({ "hotspots.geojsonl": lines }, (data) => start({ data, turns }));

const path = "/collections/svc:hotspots/aggregate?group-by=day&property=frp";

describe("an aggregation in memory", () => {
  it("takes a turn at least every 1,024 features, in groups by area too", async () => {
    const turns = counting(() => {});
    const harness = await startWith(turns);
    for (const query of [path, path.replace("day", "country"), `${path}&area=Brazil`]) {
      await harness.json(query);
      const before = turns.counted.pauses;
      const { numberMatched } = await harness.json(query);
      const rows = query.includes("area") ? numberMatched : features;
      assert.ok(turns.counted.pauses - before >= Math.floor(rows / 1024), query);
    }
  });

  it("ends when its caller leaves in the middle", async () => {
    const caller = new AbortController();
    const reason = new Error("no longer wanted");
    let leaveAt = Number.POSITIVE_INFINITY;
    const turns = counting((pauses) => {
      if (pauses === leaveAt) caller.abort(reason);
    });
    const harness = await startWith(turns);
    const started = turns.counted.pauses;
    await harness.json(path);
    const whole = turns.counted.pauses - started;
    leaveAt = turns.counted.pauses + Math.floor(whole / 2);
    await assert.rejects(harness.get(path, { signal: caller.signal }), reason);
    assert.equal(turns.counted.pauses, leaveAt);
  });
});
