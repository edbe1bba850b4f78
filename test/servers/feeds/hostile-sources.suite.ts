import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { type Run, runLive } from "./live-run.ts";
import { type HostileKind, type HostileSource, HostileSources } from "./stand-ins/hostile.ts";
import { day, startOfDay } from "./world/clock.ts";
import { makeWorld } from "./world.ts";

const keepDays = 10;
const feeds = {
  firms: "firms-viirs-noaa21-nrt",
  wfigs: "wfigs-perimeters",
  feds: "feds-perimeters",
} as const satisfies Record<HostileSource, string>;
const collections = ["svc:hotspots", "svc:satellite-perimeters"];

let run: Run;
/** What the good answers of the day before left. */
let good: Readonly<Record<string, number>>;

before(async () => {
  const world = makeWorld({ days: 1, start: startOfDay(Date.now()) - day, pixelsPerPass: 8 });
  run = await runLive({ world, kills: 0, keepDays, minutes: 180 });
  await writeFile(join(run.folder, "live.json"), JSON.stringify({ sources: Object.values(feeds) }));
  const of = (kind: string) => run.stored.filter((each) => each[0] === kind).length;
  good = { "svc:hotspots": of("hotspots"), "svc:satellite-perimeters": of("perimeters") };
});
after(() => run?.close());

/** A server on the folder of the run, whose heap is small. */
function startOn(hostile: HostileSources): Promise<ServerProcess> {
  return startServerProcess(["--live", "--data", run.folder], {
    env: {
      NODE_OPTIONS: "--max-old-space-size=512",
      EMBERLINE_LIVE_CONFIG: join(run.folder, "live.json"),
      // Nothing grows too old meanwhile.
      EMBERLINE_LIVE_DAYS: String(keepDays),
      EMBERLINE_FIRMS_KEY: run.standIns.key,
      EMBERLINE_FIRMS_URL: `${hostile.origin}/firms`,
      EMBERLINE_WFIGS_URL: `${hostile.origin}/wfigs`,
      EMBERLINE_FEDS_URL: `${hostile.origin}/feds`,
    },
  });
}

async function ask(server: ServerProcess, collection: string) {
  const response = await fetch(`${server.url}/tools/query_features`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ collection, limit: 1 }),
  });
  return (await response.json()) as { matched: number; service_notices?: string[] };
}

/** The line in which the server says why a feed was not read. */
async function failureOf(server: ServerProcess, feed: string): Promise<string> {
  for (;;) {
    const [, sentence] = new RegExp(`${feed}: (.+)`).exec(server.output()) ?? [];
    if (sentence) return sentence;
    assert.equal(server.child.exitCode, null, server.output());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const tooLarge = /too large a body|more rows of one day than there can be/;
const rounds: readonly Readonly<Record<HostileSource, readonly [HostileKind, RegExp]>>[] = [
  {
    firms: ["gzip-bomb", tooLarge],
    wfigs: ["endless-pages", /more than 200 pages/],
    feds: ["many-columns", /no row that is a perimeter/],
  },
  {
    firms: ["endless-body", tooLarge],
    wfigs: ["many-columns", /none of them valid/],
    feds: ["redirect", /redirected to another host/],
  },
];

for (const round of rounds) {
  const kinds = Object.fromEntries(
    Object.entries(round).map(([source, [kind]]) => [source, kind]),
  ) as Record<HostileSource, HostileKind>;
  const name = Object.entries(kinds).map((each) => each.join(": "));
  test(`the last good data stay, and the failure has a name: ${name.join(", ")}`, async () => {
    const hostile = await HostileSources.start(kinds);
    const server = await startOn(hostile);
    try {
      for (const [source, [, reason]] of Object.entries(round)) {
        assert.match(await failureOf(server, feeds[source as HostileSource]), reason);
      }
      for (const collection of collections) {
        const { matched, service_notices: said = [] } = await ask(server, collection);
        assert.equal(matched, good[collection], collection);
        assert.match(said.join(), /the last attempt failed/);
      }
      assert.equal(hostile.strayed, 0);
      assert.ok(!server.output().includes(run.standIns.key));
    } finally {
      await server.stop();
      await hostile.close();
    }
  });
}
