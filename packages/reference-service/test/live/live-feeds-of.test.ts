import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { embed } from "../../src/index.ts";
import { type LiveConfig, type LiveSettings, liveSettings } from "../../src/settings/live.ts";

/** What a service with these settings reads, or why it does not start. */
async function feedsOf({ sources, feeds = [], urls = {} }: LiveConfig): Promise<string[]> {
  const nowhere = new URL("http://127.0.0.1:9/");
  const live: LiveSettings = {
    firmsKey: undefined,
    firmsUrl: nowhere,
    wfigsUrl: nowhere,
    fedsUrl: nowhere,
    areas: [],
    sources,
    feedFiles: feeds,
    feedUrls: {
      "ca-evacuations": nowhere.href,
      "or-evacuations": nowhere.href,
      "bc-evacuations": nowhere.href,
      ...urls,
    },
    days: 2,
    minutes: undefined,
    contact: undefined,
  };
  const service = await embed({ live });
  const names = service.feeds().map(({ name }) => name);
  await service.close();
  return names;
}

const sites = {
  name: "our-sites",
  title: "Our sites",
  layer: "assets",
  source: { mechanism: "file", format: "geojson", url: "./sites.geojson" },
  id: ["ref"],
  properties: { asset_id: "ref" },
  leaves: "remove",
  minutes: 1,
  credit: { name: "Us", text: "Ours", url: "https://us.test/", licence: "own", disclaimer: null },
  known: "ours",
};

/** A configuration file with a file of a feed beside it. */
async function withFiles(config: object, feed: object, use: (config: LiveConfig) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "live-config-"));
  try {
    await writeFile(join(folder, "live.json"), JSON.stringify(config));
    await writeFile(join(folder, "feed.json"), JSON.stringify(feed));
    await use(liveSettings.liveConfig.parse(join(folder, "live.json")));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("incidents and evacuation zones are read unless others are named", async () => {
  const names = await feedsOf({});
  for (const name of ["wfigs-incidents", "ca-evacuations", "or-evacuations", "bc-evacuations"])
    assert.ok(names.includes(name), name);
  assert.ok(!names.includes("ngfs-east") && !names.includes("cwfif-active-fires"));
  assert.deepEqual(await feedsOf({ sources: ["wfigs-perimeters"] }), ["wfigs-perimeters"]);
});

test("a feed of one's own is read beside those that are named, from a path beside the file", async () => {
  await withFiles(
    { feeds: ["./feed.json"], sources: ["wfigs-perimeters"] },
    sites,
    async (config) => {
      assert.deepEqual(await feedsOf(config), ["wfigs-perimeters", "our-sites"]);
    },
  );
});

test("a file with the name of a feed that is shipped stands in its place", async () => {
  await withFiles(
    { feeds: ["feed.json"] },
    { ...sites, name: "ca-evacuations" },
    async (config) => {
      const names = await feedsOf(config);
      assert.equal(names.filter((name) => name === "ca-evacuations").length, 1);
    },
  );
});

test("detections of two systems are refused before anything is read", async () => {
  const two = { sources: ["ngfs-east", "firms-files-modis"] };
  await assert.rejects(
    feedsOf(two),
    /detections of FIRMS and NGFS GOES-East must not be added up, since they see the same fires/,
  );
  await assert.rejects(feedsOf({ sources: ["ngfs-east", "ngfs-west"] }), /must not be added up/);
  assert.deepEqual(await feedsOf({ sources: ["ngfs-west"] }), ["ngfs-west"]);
});

test("a wrong name and a wrong file are one sentence for the operator", async () => {
  await assert.rejects(feedsOf({ sources: ["ngfs-eats"] }), /sources .*ngfs-eats/);
  await assert.rejects(feedsOf({ urls: { "ca-evac": "https://a.test/" } }), /urls .*ca-evac/);
  await withFiles({ feeds: ["feed.json"] }, { ...sites, leaves: "never" }, async (config) => {
    await assert.rejects(feedsOf(config), /feed\.json: "leaves" has a value that is not known/);
  });
  await assert.rejects(feedsOf({ feeds: ["/nowhere/feed.json"] }), /It cannot be read \(ENOENT\)/);
});
