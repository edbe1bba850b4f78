import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  describedFeed,
  readDescription,
  replayCapture,
  shippedDescriptions,
  tryFeed,
} from "@emberline/feeds";
import { cleanEnvironment, programs, root } from "@emberline/test-support/programs";
import { StandIns } from "./stand-ins/stand-ins.ts";
import { day } from "./world/clock.ts";
import { makeWorld } from "./world.ts";

async function sourcesFor(t: TestContext) {
  const today = Math.floor(Date.now() / day) * day;
  const world = makeWorld({ start: today - 2 * day, days: 4, pixelsPerPass: 8 });
  const sources = await StandIns.start({ world, maxRecords: 12 });
  sources.now = Date.now();
  const folder = await mkdtemp(join(tmpdir(), "emberline-doctor-"));
  t.after(async () => {
    await sources.close();
    await rm(folder, { recursive: true });
  });
  return { sources, folder };
}

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** A program until its end. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<Ended>((resolve) => {
    const options = { env: cleanEnvironment(env), maxBuffer: 1e8 };
    execFile(process.execPath, [join(root, program), ...args], options, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, output: `${out}${err}` });
    });
  });
}

for (const program of [programs.server, programs.mcp]) {
  test(`${program} doctor --live says what it understood of each feed, and captures that replay`, async (t) => {
    const { sources, folder } = await sourcesFor(t);
    const args = ["doctor", "--live", "--capture", folder];
    const { code, output } = await run(program, args, sources.environment());
    assert.equal(code, 0, output);
    const [, incidents] = /ok +wfigs-incidents: (\d+) rows/.exec(output) ?? [];
    const [, zones] = /ok +ca-evacuations: (\d+) rows/.exec(output) ?? [];
    assert.ok(Number(incidents) > 20 && Number(zones) > 20, output);
    assert.match(output, /ok +firms-viirs-noaa21-nrt: \d+ rows: \d+ hotspots, 0 rejected/);

    assert.ok(!output.includes(sources.key));
    const feeds = new Map((await shippedDescriptions()).map((each) => [each.name, each]));
    for (const name of await readdir(folder)) {
      for (const file of await readdir(join(folder, name)))
        assert.ok(!(await readFile(join(folder, name, file), "utf8")).includes(sources.key), file);
      const description = feeds.get(name);
      if (!description) continue;
      const { note, fetch } = await replayCapture(join(folder, name));
      const options = { userAgent: "test", fetch, now: () => note.at };
      const { understood } = await tryFeed(describedFeed(description), options);
      // The note is JSON.
      assert.deepEqual(JSON.parse(JSON.stringify(understood)), note.understood);
      assert.equal(understood.error, null, name);
    }
  });
}

test("a feed that cannot be read is told with its reason, and the exit code is 1", async (t) => {
  const { sources } = await sourcesFor(t);
  sources.faults.always("zones", "error-429");
  const { code, output } = await run(programs.server, ["doctor", "--live"], sources.environment());
  assert.equal(code, 1);
  assert.match(output, /BAD +ca-evacuations: ca-evacuations has too many requests/);
  assert.match(output, /ok +wfigs-incidents/);
});

test("a source that is not there is asked again, told, and ends with 1", async () => {
  const url = "http://127.0.0.1:9/";
  const names = ["EMBERLINE_FIRMS_URL", "EMBERLINE_WFIGS_URL", "EMBERLINE_FEDS_URL"];
  const folder = await mkdtemp(join(tmpdir(), "emberline-doctor-"));
  const config = join(folder, "live.json");
  await writeFile(config, JSON.stringify({ sources: ["wfigs-incidents", "feds-perimeters"] }));
  const env = {
    ...Object.fromEntries(names.map((each) => [each, url])),
    EMBERLINE_LIVE_CONFIG: config,
  };
  const { code, output } = await run(programs.server, ["doctor", "--live"], env);
  await rm(folder, { recursive: true });
  assert.equal(code, 1);
  assert.match(output, /BAD +wfigs-incidents: .*did not reach the source/);
  assert.match(output, /BAD +feds-perimeters: .*did not reach the source/);
});

test("feed try shows what a file of one's own means, or what is wrong with it", async (t) => {
  const { sources, folder } = await sourcesFor(t);
  const own = await readDescription(join(root, "packages/feeds/data/feeds/ca-evacuations.json"));
  const file = join(folder, "mine.json");
  const url = sources.describedUrls()["ca-evacuations"]!;
  await writeFile(file, JSON.stringify({ ...own, name: "mine", source: { ...own.source, url } }));
  for (const program of [programs.server, programs.service]) {
    const { code, output } = await run(program, ["feed", "try", file]);
    assert.equal(code, 0, output);
    assert.match(output, /^mine: Cal OES/);
    assert.match(output, /"level": "(?:order|warning|other)"/);
  }
  await writeFile(file, JSON.stringify({ ...own, leaves: "never" }));
  const { code, output } = await run(programs.server, ["feed", "try", file]);
  assert.equal(code, 1);
  assert.match(
    output,
    /"leaves" has a value that is not known: write "stay" or "keep" or "remove"/,
  );
});
