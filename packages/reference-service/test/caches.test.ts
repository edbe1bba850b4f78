import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { preparedBytes, spatial } from "@emberline/cql2/spatial";
import type { Position } from "@emberline/geo";
import { Rows } from "../src/store/rows.ts";
import { ShapeCache } from "../src/store/shape-cache.ts";
import { SelectionCache } from "../src/store/snapshot.ts";

describe("cached results of selections are bounded", () => {
  it("including their keys: 3,000 long filters without matches evict the first", () => {
    const cache = new SelectionCache();
    const nothing = new Map([[0, new Uint32Array(0)]]);
    const key = (i: number) => `${i} ${"x".repeat(10_000)}`;
    for (let i = 0; i < 3000; i++) {
      cache.set(key(i), nothing);
      assert.ok(cache.bytes <= 16_000_000);
    }
    assert.equal(cache.get(key(0)), undefined);
    assert.equal(cache.get(key(2999)), nothing);
  });

  it("including their matches; the least recently used is evicted", () => {
    const cache = new SelectionCache();
    const million = new Map([[0, new Uint32Array(1_000_000)]]);
    for (const key of ["a", "b", "c"]) cache.set(key, million);
    assert.equal(cache.get("a"), million);
    cache.set("d", million);
    assert.deepEqual(
      ["a", "b", "c", "d"].map((key) => cache.get(key) !== undefined),
      [true, false, true, true],
    );
    cache.set("d", new Map([[0, new Uint32Array(0)]]));
    assert.ok(cache.bytes < 8_100_000);
  });
});

describe("cached geometries of rows are bounded", () => {
  const vertices = 1000;
  const rows = new Rows();
  for (let row = 0; row < 200; row++) {
    const ring = Array.from({ length: vertices }, (_, i): Position => {
      const angle = (i / vertices) * 2 * Math.PI;
      return [(row % 20) * 5 + 2 * Math.cos(angle), Math.floor(row / 20) * 5 + Math.sin(angle)];
    });
    rows.add({
      type: "Feature",
      id: `p${row}`,
      geometry: { type: "Polygon", coordinates: [[...ring, ring[0]!]] },
      properties: {},
      time: undefined,
    });
  }
  const point = (row: number) =>
    spatial.prepare({
      type: "Point",
      coordinates: [(row % 20) * 5 + 1.9, Math.floor(row / 20) * 5],
    })!;

  it("each is read once while there is room, and the least recently used is evicted first", () => {
    const cache = new ShapeCache(1_000_000);
    const first = cache.get(rows, 0);
    for (let row = 0; row < 200; row++) {
      assert.equal(spatial.test("s_contains", cache.get(rows, row), point(row)), true);
      assert.ok(cache.bytes <= 1_000_000, `${cache.bytes} bytes after row ${row}`);
      // Used again and again, the first is never the least recently used.
      assert.equal(cache.get(rows, 0), first);
    }
    const last = cache.get(rows, 199);
    assert.ok(preparedBytes(last) > vertices * 16);
    assert.equal(preparedBytes(cache.get(rows, 1)), 0);
    assert.equal(cache.get(rows, 199), last);
    assert.ok(cache.bytes > 500_000);
  });

  it("one of which only the box was read takes no room", () => {
    const cache = new ShapeCache(1_000_000);
    const far = spatial.prepare({ type: "Point", coordinates: [-100, -50] })!;
    for (let row = 0; row < 200; row++) {
      assert.equal(spatial.test("s_disjoint", cache.get(rows, row), far), true);
    }
    assert.equal(cache.bytes, 0);
  });
});
