import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { createReferenceService } from "../src/index.ts";
import { featuresUrl, start, testClient } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const mib = 1 << 20;

type Files = Record<string, string | Uint8Array>;

const load = (files: Files) =>
  withFolder(files, (data) => createReferenceService({ clients: [testClient], data }));

const names = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`name-${from + i}`, i]));

const collectionOf = (...features: string[]) =>
  `{"type":"FeatureCollection","features":[${features.join()}]}`;

/** Text around 60 MiB of one repeated letter, as gzip. */
function long(before: string, after: string): Buffer {
  const run = gzipSync(Buffer.alloc(30 * mib, "k"));
  return Buffer.concat([gzipSync(before), run, run, gzipSync(after)]);
}

describe("hostile files", () => {
  it("a gzip bomb without line ends is refused as too long, and the rest is read", async () => {
    const bomb = gzipSync(Buffer.alloc(80 * mib, "x"));
    assert.ok(bomb.length < mib);
    const { report } = await load({
      "hotspots.geojsonl.gz": Buffer.concat([bomb, gzipSync(`\n${pointLine("after", [1, 2])}`)]),
    });
    assert.equal(report.broken.total, 1);
    assert.match(report.broken.first[0]!.reason, /too long/);
    assert.equal(report.collections["svc:hotspots"], 1);
  });

  it("an endless feature in a collection is refused as too long", async () => {
    const text = collectionOf(
      `{"type":"Feature","x":"${"y".repeat(40 * mib)}"}`,
      '{"type":"Feature","id":"b","geometry":null,"properties":null}',
    );
    const { report } = await load({ "perimeters.geojson.gz": gzipSync(text) });
    assert.match(report.broken.first[0]!.reason, /too long/);
    assert.equal(report.collections["svc:satellite-perimeters"], 1);
  });

  it("a key of 60 MiB is refused with its feature, and skipped outside features", async () => {
    const key = '{"type":"Feature","id":"x","geometry":null,"properties":{"';
    const after = pointLine("after", [1, 2]);
    const { report } = await load({
      "hotspots.geojsonl.gz": long(key, `":1}}\n${after}`),
      "perimeters.geojson.gz": long(
        `{"type":"FeatureCollection","features":[${key}`,
        `":1}},${after}]}`,
      ),
      "static-heat-sources.geojson.gz": long(
        '{"type":"FeatureCollection","',
        `":1,"features":[${after}]}`,
      ),
    });
    assert.deepEqual(report.broken.first, [
      { file: "hotspots.geojsonl.gz", line: 1, reason: "too long to be read" },
      { file: "perimeters.geojson.gz", line: 1, reason: "too long to be read" },
    ]);
    assert.deepEqual(Object.values(report.collections), [1, 1, 1, 0, 0, 0]);
  });

  it("an outline that crosses itself more than 50,000 times is refused, and that is said", () => {
    /** Of an odd number of corners, whose edges each cross all but their neighbours. */
    const star = (corners: number) => {
      const ring = Array.from({ length: corners }, (_, i) => {
        const angle = (Math.PI * (corners - 1) * i) / corners;
        return [Math.cos(angle), Math.sin(angle)];
      });
      return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
    };
    const line = (id: string, geometry: object) =>
      `${JSON.stringify({ type: "Feature", id, geometry, properties: {} })}\n`;
    // 317 · 314 / 2 = 49,769 crossings, and 321 · 318 / 2 = 51,039.
    const collection = { type: "GeometryCollection", geometries: [star(321)] };
    const files = {
      "perimeters.geojsonl":
        line("few", star(317)) + line("many", star(321)) + line("nested", collection),
    };
    return withFolder(files, async (data) => {
      const { service, json } = await start({ data });
      const reason = "the outline crosses itself more than 50,000 times";
      assert.deepEqual(service.report.broken.first, [
        { file: "perimeters.geojsonl", line: 2, reason },
        { file: "perimeters.geojsonl", line: 3, reason },
      ]);
      assert.deepEqual((await json("/collections/svc:satellite-perimeters")).notices, [
        "Features are missing: when the data was loaded, 2 of its records were rejected.",
      ]);
    });
  });

  it("texts that are not UTF-8 are loaded, and what was lost is said by line", () => {
    const latin1 = Buffer.from(pointLine("a", [1, 2], { name: "Peña" }), "latin1");
    const utf8 = Buffer.from(pointLine("b", [1, 2], { name: "Peña" }), "utf8");
    const header = "latitude,longitude,acq_date,acq_time,satellite";
    const csv = Buffer.from(`${header}\n1,2,2024-01-01,0011,Ñ\n1,3,2024-01-01,0011,N\n`, "latin1");
    const files = {
      "perimeters.geojsonl": Buffer.concat([utf8, latin1]),
      "firms.csv": csv,
    };
    return withFolder(files, async (data) => {
      const { service, json } = await start({ data });
      const reason = "characters were lost (U+FFFD): the text is not or was not UTF-8";
      assert.equal(service.report.broken.total, 0);
      assert.deepEqual(service.report.garbled, {
        total: 2,
        first: [
          { file: "firms.csv", line: 2, reason },
          { file: "perimeters.geojsonl", line: 2, reason },
        ],
      });
      const notice =
        "U+FFFD stands for lost characters in 1 of the features: their texts were not UTF-8.";
      for (const id of ["svc:hotspots", "svc:satellite-perimeters"]) {
        assert.deepEqual((await json(`/collections/${id}`)).notices, [notice]);
      }
      await assert.rejects(
        createReferenceService({ clients: [testClient], data, strict: true }),
        /firms\.csv:2: characters were lost/,
      );
    });
  });

  it("thousands of broken lines are counted, and only the first are listed", async () => {
    const { report } = await load({ "hotspots.geojsonl": "x\n".repeat(50_000) });
    assert.equal(report.broken.total, 50_000);
    assert.equal(report.broken.first.length, 20);
  });

  it("a file that is not gzip is refused", async () => {
    const { report } = await load({ "hotspots.geojsonl.gz": "plain text" });
    assert.equal(report.broken.total, 1);
    assert.match(report.broken.first[0]!.reason, /cannot be read any further/);
  });

  it("a byte order mark is not part of the first line", async () => {
    const header = "latitude,longitude,acq_date,acq_time";
    const { report } = await load({
      "hotspots.geojsonl": `\uFEFF${pointLine("a", [1, 2])}${pointLine("b", [1, 2])}`,
      "hotspots.geojsonl.gz": gzipSync(`\uFEFF${pointLine("c", [1, 2])}`),
      "firms.csv": `\uFEFF${header}\n1,2,2024-01-01,0011\n`,
      "perimeters.geojson": `\uFEFF${collectionOf(pointLine("d", [1, 2]))}`,
    });
    assert.equal(report.broken.total, 0);
    assert.deepEqual(Object.values(report.collections), [1, 0, 4, 0, 0, 0]);
  });

  it("pipes, and links to missing targets or non-files, do not delay the start", () =>
    withFolder({ "perimeters.geojsonl": pointLine("a", [1, 2]) }, async (data) => {
      execFileSync("mkfifo", [join(data, "hotspots.geojsonl")]);
      await symlink("/dev/zero", join(data, "hotspots-zero.geojsonl"));
      await symlink(join(data, "gone"), join(data, "static-heat-sources.geojsonl"));
      const { report } = await createReferenceService({ clients: [testClient], data });
      assert.deepEqual(
        report.files.map(({ file, loaded, isWhole }) => [file, loaded, isWhole]),
        [
          ["hotspots-zero.geojsonl", 0, false],
          ["hotspots.geojsonl", 0, false],
          ["perimeters.geojsonl", 1, true],
          ["static-heat-sources.geojsonl", 0, false],
        ],
      );
      assert.equal(report.broken.first[0]!.reason, "not a regular file");
      assert.match(report.broken.first[2]!.reason, /^the file cannot be read any further: ENOENT/);
    }));

  it("of 20,000 property names, features beyond the first thousand names are refused", async () => {
    const one = await load({
      "hotspots.geojsonl":
        pointLine("all", [1, 2], names(20_000)) + pointLine("few", [1, 2], names(1000)),
    });
    assert.equal(one.report.collections["svc:hotspots"], 1);
    assert.match(one.report.broken.first[0]!.reason, /20000 property names, the maximum is 1000/);
    const each = Array.from({ length: 20_000 }, (_, i) => pointLine(`id-${i}`, null, names(1, i)));
    const { report } = await load({ "hotspots.geojsonl": each.join("") });
    assert.equal(report.collections["svc:hotspots"], 1000);
    assert.equal(report.broken.total, 19_000);
    assert.equal(report.broken.first[0]!.line, 1001);
    const header = `latitude,longitude,acq_date,acq_time,${Object.keys(names(20_000)).join()}`;
    const table = await load({ "firms.csv": `${header}\n` });
    assert.match(table.report.broken.first[0]!.reason, /20004 columns, the maximum is 1000/);
  });

  it("names, ids and texts in reasons are cut", async () => {
    const text = "x".repeat(5 * mib);
    const { report } = await load({
      "hotspots.geojsonl":
        pointLine("a", null, { [text]: 1 }) +
        pointLine(text, null) +
        pointLine("\uD800", null) +
        pointLine("b", null, { datetime: text }) +
        pointLine("c", null, { datetime: [text] }),
      "simulations.json": JSON.stringify([{ id: text }, { id: [[text]] }]),
    });
    assert.equal(report.broken.total, 7);
    for (const { reason } of report.broken.first) assert.ok(reason.length < 200, reason);
  });

  for (const depth of [5000, 200_000]) {
    it(`nesting of ${depth} is refused wherever it stands`, async () => {
      const deep = "[".repeat(depth) + "]".repeat(depth);
      const feature = (members: string) => `{"type":"Feature","id":"n",${members}}\n`;
      const collections = `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${"]}".repeat(depth)}`;
      const { report } = await load({
        "hotspots.geojsonl":
          feature(`"geometry":null,"properties":{"a":${deep}}`) +
          feature(`"geometry":null,"properties":{"datetime":${deep}}`) +
          `{"type":"Feature","geometry":null,"properties":{"a":${deep}}}\n` +
          feature(`"geometry":${deep},"properties":null`) +
          feature(`"geometry":{"type":"Polygon","coordinates":${deep}},"properties":null`) +
          (depth < mib / 50 ? feature(`"geometry":${collections},"properties":null`) : "") +
          pointLine("after", [1, 2]),
        "simulations.json": `[{"id":${deep}}]`,
      });
      assert.equal(report.collections["svc:hotspots"], 1);
      assert.equal(report.broken.total, depth === 5000 ? 7 : 6);
    });
  }

  it("a number that is too large for a double is refused, not made null", async () => {
    const line = (id: string, value: string) =>
      pointLine(id, [1, 2], { frp: 0 }).replace('"frp":0', `"frp":${value}`);
    await withFolder(
      {
        "hotspots.geojsonl":
          line("a", "1e308") +
          line("b", "-1e308") +
          line("c", "1e309") +
          line("d", "[{},[-1e999]]"),
      },
      async (data) => {
        const { service, json } = await start({ data });
        assert.deepEqual(
          service.report.broken.first.map(({ line }) => line),
          [3, 4],
        );
        const ids = async (filter: string) => {
          const query = `filter=${encodeURIComponent(filter)}`;
          const { features } = await json(`/collections/svc:hotspots/items?${query}`);
          return features.map(({ id }: { id: string }) => id);
        };
        assert.deepEqual(await ids("frp >= 1e308"), ["a"]);
        assert.deepEqual(await ids("frp < 0"), ["b"]);
      },
    );
  });

  it("names that every object inherits are ordinary names", async () => {
    const properties = '{"__proto__":"p","constructor":"c","toString":1,"a":[[[]]]}';
    const strange = pointLine("strange", [1, 2]).replace(
      '"properties":{}',
      `"properties":${properties}`,
    );
    const plain = pointLine("plain", [1, 2], { other: 1 });
    const header = "latitude,longitude,acq_date,acq_time,satellite,__proto__,constructor";
    await withFolder(
      {
        "hotspots.geojsonl": strange + plain,
        "firms.csv": `${header}\n1,2,2024-01-01,0011,constructor,q,r\n`,
      },
      async (data) => {
        const { json } = await start({ data });
        const all = (await json("/collections/svc:hotspots/items")).features;
        const byId = (id: string) => all.find((each: { id: string }) => each.id === id);
        assert.equal(JSON.stringify(byId("strange").properties), properties);
        const detection = byId("constructor_20240101T001100Z_2_1");
        assert.deepEqual(Object.entries(detection.properties).slice(5, 7), [
          ["__proto__", "q"],
          ["constructor", "r"],
        ]);
        const { queryables, properties: schema } = await json(
          "/collections/svc:hotspots/queryables",
        );
        const ids = queryables.map(({ id }: { id: string }) => id);
        for (const name of ["__proto__", "constructor", "toString"]) {
          assert.ok(ids.includes(name) && Object.hasOwn(schema, name), name);
        }
        for (const [filter, expected] of [
          [`"__proto__" = 'p'`, ["strange"]],
          ["constructor = 'c' AND toString < other OR \"__proto__\" = 'q'", [detection.id]],
          ["constructor = 'c' AND toString = 1 OR other = 2", ["strange"]],
          ["toString IS NULL", [detection.id, "plain"]],
          [`"__proto__" IS NULL AND constructor IS NULL`, ["plain"]],
        ] as const) {
          const query = `filter=${encodeURIComponent(filter)}`;
          const { features } = await json(`/collections/svc:hotspots/items?${query}`);
          const found = features.map(({ id }: { id: string }) => id);
          assert.deepEqual(found.sort(), [...expected].sort(), filter);
        }
      },
    );
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });
});

describe("missing data after loading", () => {
  const whole = gzipSync(
    Array.from({ length: 5000 }, (_, i) => pointLine(`id-${i}`, [1, 2])).join(""),
  );
  const files = {
    "hotspots.geojsonl.gz": whole.subarray(0, whole.length - 20),
    "hotspots-b.geojsonl": `${pointLine("b", [1, 2])}broken\n{}\n`,
    "perimeters.geojsonl": pointLine("a", [1, 2]),
    "static-heat-sources.csv": "latitude,longitude\n1,2\n3,4\n",
    "simulations.json": "[{}]",
  };
  const hotspots =
    "Features are missing: when the data was loaded, 2 of its records were rejected and 1 of its files could not be read to the end.";

  it("is reported in the description of its collection, without names or contents of files", () =>
    withFolder(files, async (data) => {
      const { json, get } = await start({ data });
      const { collections } = await json("/collections");
      const notices = collections.map((each: { notices?: string[] }) => each.notices);
      const sources =
        "Features are missing: when the data was loaded, 1 of its files could not be read to the end.";
      assert.deepEqual(notices, [undefined, [sources], [hotspots]]);
      assert.deepEqual((await json("/collections/svc:hotspots")).notices, [hotspots]);
      for (const path of ["", "/items"]) {
        const page = await get(`/collections/svc:hotspots${path}?f=html`);
        assert.ok((await page.text()).includes(hotspots), path);
      }
      const list = await get(
        `${featuresUrl.replace("/ogc/features/v1", "")}/v1/fire-spread/simulations`,
      );
      assert.deepEqual(await list.json(), {
        items: [],
        nextCursor: null,
        notices: [
          "Simulations are missing: when the data was loaded, 1 of its records was rejected.",
        ],
      });
    }));
});
