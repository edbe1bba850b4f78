import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Feed, type FeedErrorCode, firmsFeeds } from "../src/index.ts";
import {
  csv,
  hourMs,
  key,
  Memory,
  minuteMs,
  noon,
  read,
  scripted,
  viirsHeader,
  viirsRow,
} from "./support/firms.ts";

const options = { baseUrl: new URL("https://firms.example/"), areas: [], days: 2 };

/** One reading of NOAA-21, of which each request for data is answered so. */
async function readingOf(answer: Parameters<typeof scripted>[0], memory = new Memory()) {
  const [feed] = firmsFeeds({ ...options, key, sources: ["viirs-noaa21"] });
  return read(feed!, memory, scripted(answer).request);
}

const isData = (path: string) => path.startsWith("/api/area/");
const validStatus =
  '{"transaction_limit":5000,"current_transactions":10,"transaction_interval":"10 minutes"}';
const noStatus = { status: 403, body: "Invalid MAP_KEY or transaction limit exceeded." };

const errors: [name: string, answer: Parameters<typeof scripted>[0], code: FeedErrorCode][] = [
  [
    "a quota text with status 400",
    (path) =>
      isData(path) ? { status: 400, body: "Exceeding allowed transaction limit" } : undefined,
    "quota",
  ],
  [
    "a quota text with status 403",
    (path) =>
      isData(path) ? { status: 403, body: "Exceeding allowed transaction limit" } : undefined,
    "quota",
  ],
  [
    "a quota text with status 200",
    (path) => (isData(path) ? "Exceeding allowed transaction limit" : undefined),
    "quota",
  ],
  [
    "a key that is called invalid while its status is valid: it is throttled",
    (path) => (isData(path) ? { status: 400, body: "Invalid MAP_KEY." } : validStatus),
    "quota",
  ],
  [
    "a key that is called invalid while its status cannot be read",
    (path) => (isData(path) ? "Invalid MAP_KEY." : { status: 404, body: "" }),
    "unreachable",
  ],
  [
    "an error text with status 200",
    (path) => (isData(path) ? "Invalid source." : undefined),
    "refused",
  ],
  [
    "an error text with status 400",
    (path) =>
      isData(path) ? { status: 400, body: "Invalid day range. Expects [1..5]." } : undefined,
    "refused",
  ],
  [
    "several errors, one per line, in pieces",
    (path) =>
      isData(path)
        ? { body: ["Invalid sou", "rce.\nExceeding allowed", " transaction limit\n"] }
        : undefined,
    "quota",
  ],
  [
    "a page with status 200",
    (path) =>
      isData(path) ? { mediaType: "text/html", body: "<html>latitude,longitude" } : undefined,
    "invalid_answer",
  ],
  [
    "a page with status 200 that claims to be text",
    (path) => (isData(path) ? "<!DOCTYPE html>\n<title>Maintenance</title>" : undefined),
    "invalid_answer",
  ],
  [
    "a page with status 502",
    (path) => (isData(path) ? { status: 502, mediaType: "text/html", body: "<html>" } : undefined),
    "unreachable",
  ],
  [
    "a status 401 without a text",
    (path) => (isData(path) ? { status: 401, body: "" } : undefined),
    "refused",
  ],
  ["an empty body", (path) => (isData(path) ? "" : undefined), "invalid_answer"],
  ["JSON", (path) => (isData(path) ? '{"features":[]}' : undefined), "invalid_answer"],
  [
    "a header without acq_date and acq_time",
    (path) => (isData(path) ? "latitude,longitude,frp\n1,2,3\n" : undefined),
    "invalid_answer",
  ],
  [
    "data with status 400",
    (path) => (isData(path) ? { status: 400, body: csv(viirsHeader, viirsRow()) } : undefined),
    "refused",
  ],
];

describe("an answer of FIRMS that is not data", () => {
  for (const [name, answer, code] of errors) {
    it(`is an error, never no fires: ${name}`, async () => {
      const memory = new Memory();
      await readingOf(
        (path) => (path.endsWith("07-17") ? csv(viirsHeader, viirsRow()) : undefined),
        memory,
      );
      const ids = memory.ids;
      assert.equal(ids.length, 1);
      const states = JSON.stringify([...memory.states]);
      const { changes, error } = await readingOf(answer, memory);
      assert.equal(error?.code, code, error?.message);
      assert.deepEqual(changes, []);
      assert.deepEqual(memory.ids, ids);
      assert.equal(JSON.stringify([...memory.states]), states);
      assert.ok(!error.message.includes(key));
    });
  }

  it("cut within a row is not complete, wherever it is cut", async () => {
    const whole = csv(viirsHeader, viirsRow(), viirsRow({ acq_time: "912", frp: "12.5" }));
    const from = whole.indexOf("\n") + 1;
    // Between rows a cut is the end of the data, which only the connection can tell.
    const ends = [whole.indexOf("\n", from), whole.indexOf("\n", from) + 1, whole.length - 1];
    for (let at = from + 1; at < whole.length; at++) {
      const isEnd = ends.includes(at);
      const { error } = await readingOf((path) => (isData(path) ? whole.slice(0, at) : undefined));
      assert.equal(error?.code, isEnd ? undefined : "invalid_answer", `cut at ${at}`);
    }
  });

  it("cut within its header is not complete", async () => {
    for (const body of ["latitude,longitude,acq_da", viirsHeader.slice(0, -1)]) {
      const { error } = await readingOf((path) => (isData(path) ? body : undefined));
      assert.equal(error?.code, "invalid_answer", body);
    }
  });

  it("with its header alone is valid, and removes nothing", async () => {
    const memory = new Memory();
    await readingOf(
      (path) => (path.endsWith("07-17") ? csv(viirsHeader, viirsRow()) : undefined),
      memory,
    );
    for (const body of [`${viirsHeader}\n`, viirsHeader]) {
      const { changes, error } = await readingOf(
        (path) => (isData(path) ? body : undefined),
        memory,
      );
      assert.equal(error, undefined);
      assert.ok(changes.every(({ remove }) => remove.length === 0));
      assert.equal(memory.ids.length, 1);
    }
  });

  it("keeps what was read before it", async () => {
    const memory = new Memory();
    const { changes, error } = await readingOf((path) => {
      if (path.endsWith("07-17")) return csv(viirsHeader, viirsRow());
      return isData(path) ? "<html>" : undefined;
    }, memory);
    assert.equal(error?.code, "invalid_answer");
    assert.equal(changes.length, 1);
    assert.equal(memory.ids.length, 1);
    const later = scripted(() => undefined);
    const [feed] = firmsFeeds({ ...options, key, sources: ["viirs-noaa21"] });
    await read(feed!, memory, later.request, noon);
    assert.deepEqual(
      later.data().map((path) => path.slice(-10)),
      ["2026-07-17", "2026-07-16", "2026-07-15"],
    );
  });
});

/** FIRMS as it answers to a key that it does not know; the open files need none. */
const unknownKey = (path: string) => {
  if (path.startsWith("/data/")) return csv(viirsHeader, viirsRow());
  return isData(path) ? { status: 400, body: "Invalid MAP_KEY." } : noStatus;
};

describe("a key that FIRMS refuses", () => {
  const feedOf = () => firmsFeeds({ ...options, key, sources: ["viirs-noaa21"] })[0]!;
  const insteadOf = (feed: Feed, memory: Memory) => feed.standIn?.(memory.states.get(feed.name));

  it("that never worked gives way to the open files, which is said", async () => {
    const [feed, memory] = [feedOf(), new Memory()];
    const { error } = await read(feed, memory, scripted(unknownKey).request);
    assert.equal(error, undefined);
    assert.equal(memory.ids.length, 1);
    assert.equal(
      insteadOf(feed, memory),
      "FIRMS says that the key is invalid or over its limit: check EMBERLINE_FIRMS_KEY; its open files are read instead",
    );
    assert.deepEqual(feed.covered?.(memory.states.get(feed.name)), [
      { start: noon - 48 * hourMs, end: noon },
    ]);
  });

  it("that worked may be throttled; after ten idle minutes it was revoked", async () => {
    const [feed, memory] = [feedOf(), new Memory()];
    await read(feed, memory, scripted(() => undefined).request);
    const source = scripted(unknownKey);
    const at = (minutes: number) => read(feed, memory, source.request, noon + minutes * minuteMs);
    assert.equal((await at(10)).error?.code, "quota");
    const { length } = source.paths;
    assert.equal((await at(15)).error?.code, "quota");
    assert.equal(source.paths.length, length);
    assert.equal((await at(20)).error, undefined);
    assert.equal(memory.ids.length, 1);
    assert.match(insteadOf(feed, memory)!, /^FIRMS has revoked the key: check EMBERLINE_FIRMS_KEY/);
    const files = () => source.paths.filter((path) => path.startsWith("/data/")).length;
    await at(31);
    assert.equal(files(), 1);
    await at(50);
    assert.equal(files(), 2);
    await read(feed, memory, scripted(() => undefined).request, noon + 60 * minuteMs);
    assert.equal(insteadOf(feed, memory), undefined);
  });
});

it("FIRMS' rows of one day have a limit, since they are held together", async () => {
  const rows = `${viirsRow()}\n`.repeat(1000);
  const body = [`${viirsHeader}\n`, ...Array<string>(1001).fill(rows)];
  const { error } = await readingOf((path) => (isData(path) ? { body } : undefined));
  assert.equal(error?.code, "invalid_answer");
  assert.match(error!.message, /more rows of one day than there can be/);
});
