import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createClient } from "@emberline/core";
import {
  describedFeed,
  type Feed,
  fedsFeed,
  firmsFeeds,
  memoryJournal,
  shippedDescriptions,
} from "@emberline/feeds";
import { createReferenceService } from "@emberline/reference-service";
import { callTool, catalogue } from "@emberline/tools";
import { ReadingClock } from "./reading-clock.ts";
import { errorKinds } from "./stand-ins/faults.ts";
import { StandIns } from "./stand-ins/stand-ins.ts";
import { day, hour } from "./world/clock.ts";
import { makeWorld } from "./world.ts";

const days = 5;
const world = makeWorld({ days: 3, pixelsPerPass: 5 });
const queryFeatures = catalogue.find(({ name }) => name === "query_features")!;

const perimeters = (await shippedDescriptions()).find(({ name }) => name === "wfigs-perimeters")!;

const sources = {
  firms: {
    collection: "svc:hotspots",
    feed: ({ key }: StandIns, baseUrl: URL): Feed =>
      firmsFeeds({ baseUrl, key, areas: [], days, sources: ["viirs-noaa21"] })[0]!,
  },
  wfigs: {
    collection: "svc:satellite-perimeters",
    feed(standIns: StandIns): Feed {
      const url = standIns.describedUrls()[perimeters.name]!;
      return describedFeed({ ...perimeters, source: { ...perimeters.source, url } });
    },
  },
  feds: {
    collection: "svc:satellite-perimeters",
    feed: (_: StandIns, baseUrl: URL): Feed => fedsFeed({ baseUrl, areas: [], days }),
  },
};

interface Answer {
  readonly matched: number;
  /** What the service says of its feeds. */
  readonly said: string;
}

/** A service that reads one source, and a question about all that it has. */
async function serviceOn(t: TestContext, source: keyof typeof sources, standIns: StandIns) {
  const clock = new ReadingClock(() => standIns.now);
  const { collection, feed } = sources[source];
  const client = { id: "proof", secret: "a-secret-of-this-test" };
  const service = await createReferenceService({
    clients: [client],
    now: () => standIns.now,
    tokenLifetimeSeconds: 1e8,
    live: {
      feeds: [feed(standIns, new URL(`${standIns.url(source)}/`))],
      journal: memoryJournal(),
      days,
      clock,
      // A pace with jitter, which is no time limit.
      random: () => 0.5,
      secrets: [standIns.key],
    },
  });
  t.after(() => service.close());
  async function ask(): Promise<Answer> {
    const upstream = createClient({
      baseUrl: "http://service.test",
      clientId: client.id,
      clientSecret: client.secret,
      fetch: (input, init) => service.fetch(new Request(input, init)),
    });
    const context = { client: upstream, now: () => standIns.now, notices: [] };
    const result = await callTool(queryFeatures, { collection, limit: 1 }, context);
    assert.ok(result.ok, JSON.stringify(result));
    assert.ok(!result.text.includes(standIns.key));
    const { matched, service_notices: said = [] } = JSON.parse(result.text);
    return { matched, said: said.join("\n") };
  }
  return { clock, ask };
}

for (const source of ["firms", "wfigs", "feds"] as const) {
  for (const kind of errorKinds(source)) {
    test(`${source} with ${kind}: nothing is known, and later what was read stays with its age`, async (t) => {
      const standIns = await StandIns.start({ world });
      t.after(() => standIns.close());
      standIns.now = world.start + 2 * day;
      standIns.faults.always(source, kind);
      const { clock, ask } = await serviceOn(t, source, standIns);
      await clock.untilWaiting();
      const before = await ask();
      assert.equal(before.matched, 0);
      assert.match(before.said, /nothing is known|does not mean that there are no/);

      standIns.faults.always(source, undefined);
      standIns.now += hour;
      await clock.readAgain();
      const read = await ask();
      assert.ok(read.matched > 0);
      assert.doesNotMatch(read.said, /nothing is known|last read/);

      standIns.faults.always(source, kind);
      standIns.now += 3 * hour;
      await clock.readAgain();
      const after = await ask();
      assert.equal(after.matched, read.matched);
      assert.match(after.said, /3 hours ago.*the last attempt failed|newer .* may be missing/);
    });
  }
}
