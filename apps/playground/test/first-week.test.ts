import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitFirstWeek, firstWeek } from "../src/map/first-week.ts";
import type { Answer, Api } from "../src/server/api.ts";
import { ApiError } from "../src/server/api.ts";

const status = {
  collections: [
    { id: "svc:heat", layer: "hotspots", newest: "2026-07-20T21:55:00Z" },
    { id: "svc:lines", layer: "perimeters", newest: "2026-07-19T00:00:00Z" },
    { id: "svc:works", layer: "staticSources", newest: "unknown" },
  ],
};

/** A server with this number of detections in the week, and the times it was asked about. */
function serverWith(matched: number, collections: unknown = status.collections) {
  const times: unknown[] = [];
  const answer = (value: object): Answer => ({ value, text: "", tokens: null }) as Answer;
  const api = {
    read: async () => answer({ service: "ready", collections }),
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
  const week = await firstWeek(api, signal);
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
  const week = await firstWeek(serverWith(20_001).api, signal);
  assert.deepEqual(week?.summary, { matched: 20_001 });
  assert.deepEqual(
    week?.shown.layers.map(({ id }) => id),
    ["svc:lines", "simulations"],
  );
});

test("who is not offered to count the detections sees them all the same", async () => {
  const { api } = serverWith(20_001);
  const refuse = (status: number) => async () => {
    throw new ApiError("No.", status);
  };
  const week = await firstWeek({ ...api, callForPage: refuse(404) } as unknown as Api, signal);
  assert.equal(week?.summary, null);
  assert.equal(week?.shown.layers[0]?.id, "svc:heat");
  const failing = { ...api, callForPage: refuse(500) } as unknown as Api;
  await assert.rejects(firstWeek(failing, signal), ApiError);
});

test("without data there is no first view", async () => {
  assert.equal(await firstWeek(serverWith(0, []).api, signal), null);
  assert.equal(await firstWeek(serverWith(0, null).api, signal), null);
});

test("a server that is still busy is asked again, one that refuses is not", async () => {
  const { api } = serverWith(10);
  const failing = (status: number) => {
    let tries = 0;
    const read = async (path: string) => {
      tries++;
      if (tries < 3) throw new ApiError("Not now.", status);
      return api.read(path);
    };
    return { api: { ...api, read } as Api, tries: () => tries };
  };
  const busy = failing(503);
  const week = await awaitFirstWeek(busy.api, signal, { waitMs: 0 });
  assert.equal(week?.shown.layers[0]?.id, "svc:heat");
  const refusing = failing(401);
  await assert.rejects(awaitFirstWeek(refusing.api, signal, { waitMs: 0 }), ApiError);
  assert.equal(refusing.tries(), 1);
});
