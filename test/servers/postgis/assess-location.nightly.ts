import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { recordsOf } from "@emberline/test-support/records";
import {
  perimeterFile,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import type { CallContext } from "@emberline/tools";
import { answerOf } from "../../../packages/tools/test/support.ts";
import { type Expected, expectedAnswers, idsOnTheEdge, label, loadScene } from "./expected.ts";
import { makeScene, type ScenePlace } from "./places.ts";
import { assertClose, contextOver } from "./support.ts";

let cluster: Cluster;
let folder: string;
let places: readonly ScenePlace[] = [];
let context: CallContext;
let expectedAt: (n: number) => Expected;

before(async () => {
  if (skipWithoutSharedData) return;
  const scene = makeScene(20261121);
  places = scene.places;
  cluster = await startCluster();
  await loadScene(cluster, scene);
  const onTheEdge = await idsOnTheEdge(cluster);
  await label(cluster, onTheEdge);
  expectedAt = await expectedAnswers(cluster);
  folder = mkdtempSync(join(tmpdir(), "assess-"));
  for (const name of [perimeterFile, "static-heat-sources"].map((each) => `${each}.geojsonl.gz`)) {
    symlinkSync(join(sharedData, name), join(folder, name));
  }
  const hotspots = scene.hotspots.filter(({ id }) => !onTheEdge.has(id));
  writeFileSync(
    join(folder, "hotspots.geojsonl"),
    hotspots.map((feature) => `${JSON.stringify(feature)}\n`).join(""),
  );
  context = await contextOver(folder);
});

after(() => {
  cluster?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("labels, distances and areas at many kinds of places equal those of PostGIS", {
  skip: skipWithoutSharedData,
}, async (t) => {
  const labelsSeen = new Map<string, number>();
  assert.ok(places.length >= 40);
  for (const [n, { lon, lat, radiusKm, days }] of places.entries()) {
    const name = `${lon},${lat} within ${radiusKm.toFixed(1)} km, ${days.join(" to ")}`;
    await t.test(name, async () => {
      const input = { lon, lat, radius_km: radiusKm, time: days.join("/"), max_tokens: 10_000 };
      const answer = await answerOf("assess_location", input, context);
      const expected = expectedAt(n);
      assert.deepEqual([answer.complete || answer.omitted > 0, answer.matched_exact], [true, true]);

      // Which of the two names applies is a matter of the perimeters in reach, tested by example.
      const known = (each: string) =>
        each === "no_known_source_or_perimeter" ? "may_be_new_fire" : each;
      const counted = Object.entries(answer.labels)
        .filter(([, count]) => count !== 0)
        .map(([each, count]) => [known(each), count]);
      const counts = [...expected.labels].map(([each, [count]]) => [each, count]);
      assert.deepEqual(Object.fromEntries(counted), Object.fromEntries(counts));
      const nearest = new Map(
        recordsOf(answer.tables.nearest ?? {}).map((row) => [known(String(row.label)), row]),
      );
      for (const [each, [count, km]] of expected.labels) {
        labelsSeen.set(each, (labelsSeen.get(each) ?? 0) + count);
        assertClose(nearest.get(each)?.distance_km, km, 0.0006, `nearest ${each}`);
      }

      const perimeters = recordsOf(answer.tables.perimeters ?? {});
      if (answer.omitted === 0) assert.equal(perimeters.length, expected.perimeters.size);
      for (const row of perimeters) {
        const [km, km2, inside, near] = expected.perimeters.get(row.id) ?? assert.fail(row.id);
        assertClose(row.inside ? 0 : row.distance_km, km, 0.0006, `distance of ${row.id}`);
        assertClose(row.area_km2, km2, 0.00006, `area of ${row.id}`);
        assert.deepEqual([row.hotspots_inside, row.hotspots_near], [inside, near], row.id);
      }

      assert.equal(answer.static_sources_within_radius, expected.sourcesWithinRadius);
      const sources = recordsOf(answer.tables.static_sources ?? {}).filter(
        ({ hotspots }) => hotspots > 0,
      );
      if (answer.omitted === 0) assert.equal(sources.length, expected.sources.size);
      for (const row of sources) {
        const [km, hotspots] = expected.sources.get(row.id) ?? assert.fail(row.id);
        assertClose(row.distance_km, km, 0.0006, `distance of ${row.id}`);
        assert.equal(row.hotspots, hotspots, row.id);
      }
    });
  }
  assert.equal(labelsSeen.size, 5);
  for (const [each, count] of labelsSeen) assert.ok(count >= 50, `${each}: ${count}`);
});
