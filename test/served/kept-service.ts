import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { type FeedFeature, memoryJournal } from "@emberline/feeds";
import { createReferenceService, type LiveOptions } from "@emberline/reference-service";
import { SimulatedClock } from "@emberline/test-support/simulated-clock";
import { getRequestListener } from "@hono/node-server";

type Feed = LiveOptions["feeds"][number];

/** What a service read from a feed of hotspots until a moment, and keeps for some days. */
interface Kept {
  /** GeoJSON features with a `datetime`, one a line, compressed. */
  readonly file: string;
  /** RFC 3339; its clock stands there. */
  readonly until: string;
  readonly days: number;
}

const client = { id: "kept-client", secret: "secret-of-kept-5c1" };
const paceMinutes = 10;

/** A service that has a feed's hotspots of the last days, and declares so. */
export async function keptService({ file, until, days }: Kept) {
  const clock = new SimulatedClock(Date.parse(until));
  const service = await createReferenceService({
    clients: [client],
    now: () => clock.now(),
    live: {
      feeds: [feedOf(file, clock.now())],
      journal: memoryJournal(),
      days,
      clock,
      random: () => 0,
      fetch: () => Promise.reject(new Error("nothing is requested")),
    },
  });
  // After its first reading the feed waits for the next one.
  await clock.waits((ms) => ms === paceMinutes * 60_000);
  const server = createServer(getRequestListener((request) => service.fetch(request)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    /** What a server of the tools needs to use it. */
    environment: {
      EMBERLINE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      EMBERLINE_CLIENT_ID: client.id,
      EMBERLINE_CLIENT_SECRET: client.secret,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await service.close();
    },
  };
}

/** A feed that has read all of its time. */
function feedOf(file: string, untilMs: number): Feed {
  return {
    name: "kept",
    title: "Feed of a file",
    layer: "hotspots",
    credit: {
      name: "A file",
      text: "From a file.",
      url: "https://a.example",
      licence: "CC0-1.0",
      disclaimer: null,
    },
    minMinutes: paceMinutes,
    covered: () => [{ start: Number.NEGATIVE_INFINITY, end: untilMs }],
    async *read() {
      const put = readFeatures(file).filter(({ time }) => time!.start < untilMs);
      const counts = { received: put.length, rejected: 0, added: put.length, replaced: 0 };
      yield { put, remove: [], state: null, counts: { ...counts, removed: 0 } };
    },
  };
}

function readFeatures(file: string): FeedFeature[] {
  const lines = gunzipSync(readFileSync(file)).toString().split("\n").filter(Boolean);
  return lines.map((line) => {
    const feature = JSON.parse(line);
    const atMs = Date.parse(feature.properties.datetime);
    return { ...feature, time: { start: atMs, end: atMs } };
  });
}
