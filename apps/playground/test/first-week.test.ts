import assert from "node:assert/strict";
import { test } from "node:test";
import { firstWeek } from "../src/map/first-week.ts";
import type { Answer, Api } from "../src/server/api.ts";
import { ApiError } from "../src/server/api.ts";
import type { DataStatus } from "../src/server/status.ts";

const served = [
  { id: "svc:heat", layer: "hotspots", newestMs: Date.UTC(2026, 6, 20, 21, 55) },
  { id: "svc:lines", layer: "perimeters", newestMs: Date.UTC(2026, 6, 19) },
  { id: "svc:works", layer: "staticSources", newestMs: null },
];
const dataWith = (collections: readonly object[]) => ({ collections }) as unknown as DataStatus;
const data = dataWith(served);

/** A server with this number of detections in the week, and the times it was asked about. */
function serverWith(matched: number) {
  const times: unknown[] = [];
  const answer = (value: object): Answer => ({ value, text: "", tokens: null }) as Answer;
  const api = {
    callForPage: async (_: string, args: { time?: string }) => {
      times.push(args.time);
      return answer({ matched });
    },
  } as unknown as Api;
  return { api, times };
}

const { signal } = new AbortController();

test("the first view is the seven days up to the newest observation, by the service's own ids", async () => {
  const { api, times } = serverWith(20_000);
  const week = await firstWeek(api, data, signal);
  const time = "2026-07-13T21:55:00.000Z/2026-07-20T21:55:00.000Z";
  assert.deepEqual(times, [time]);
  assert.deepEqual(week?.shown.arguments, { time });
  assert.equal(week?.summary, null);
  assert.deepEqual(
    week?.shown.layers.map(({ id }) => id),
    ["svc:heat", "svc:lines", "simulations"],
  );
});

test("of too many detections the first view has the numbers by cell", async () => {
  const week = await firstWeek(serverWith(20_001).api, data, signal);
  assert.deepEqual(week?.summary, { matched: 20_001 });
  assert.deepEqual(
    week?.shown.layers.map(({ id }) => id),
    ["svc:lines", "simulations"],
  );
});

test("who cannot count the detections, or is not offered to, sees them all the same", async () => {
  for (const status of [404, 503, null]) {
    const callForPage = async () => {
      throw new ApiError("No.", status);
    };
    const week = await firstWeek({ callForPage } as unknown as Api, data, signal);
    assert.equal(week?.summary, null);
    assert.equal(week?.shown.layers[0]?.id, "svc:heat");
  }
});

test("without data there is no first view", async () => {
  const { api } = serverWith(0);
  assert.equal(await firstWeek(api, dataWith([]), signal), null);
  assert.equal(await firstWeek(api, null, signal), null);
});
