import assert from "node:assert/strict";
import { test } from "node:test";
import type { FeedStatus } from "@emberline/reference-service";
import { createApp, openUpstream, readSettings } from "emberline";

const origin = "http://127.0.0.1:3000";

type Told = Pick<FeedStatus, "name" | "layer"> & Partial<FeedStatus>;

/** What `/readyz` says while the live feeds are so. */
async function readyWith(feeds: readonly Told[]) {
  const settings = readSettings({ args: [], environment: {} });
  const upstream = await openUpstream(settings, origin);
  const embedded = { ...upstream.embedded!, nodes: async () => [], feeds: () => feeds };
  const app = createApp(settings, { ...upstream, embedded } as typeof upstream);
  const response = await app.fetch(
    new Request(`${origin}/readyz`, { headers: { host: "127.0.0.1:3000" } }),
  );
  const body = (await response.json()) as Record<string, string>;
  return [response.status, body.reason ?? null, body.detail ?? body.notice ?? null];
}

const unread = { readAt: null, error: null, fault: null };
const detections = { name: "firms-modis-nrt", layer: "hotspots", ...unread } as const;
const perimeters = { name: "wfigs-perimeters", layer: "perimeters", ...unread } as const;

test("a server is ready once detections were read, whatever else was", async () => {
  const read = { readAt: Date.parse("2026-08-14T12:00:00Z") };
  const loading = "The live feeds are being read for the first time.";
  assert.deepEqual(await readyWith([detections, { ...perimeters, ...read }]), [
    503,
    "loading",
    loading,
  ]);
  assert.deepEqual(await readyWith([{ ...detections, ...read }, perimeters]), [
    200,
    null,
    "Live feeds that are not current: wfigs-perimeters (never read).",
  ]);
  assert.deepEqual(await readyWith([{ ...perimeters, ...read }]), [200, null, null]);
});

test("a server whose feeds could not be read says why", async () => {
  const failed = (fault: FeedStatus["fault"], error: string) =>
    readyWith([{ ...detections, fault, error }]);
  for (const [fault, reason, error] of [
    ["unreachable", "upstream_down", "FIRMS answered 502"],
    ["refused", "upstream_refuses", "FIRMS says that the key is invalid"],
    ["storage", "storage_failed", "what was read could not be stored on disk (ENOSPC)"],
  ] as const) {
    const sentence = `None of the live feeds could be read so far: ${error}.`;
    assert.deepEqual(await failed(fault, error), [503, reason, sentence]);
  }
});
