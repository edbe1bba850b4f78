import assert from "node:assert/strict";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import { SimulatedClock } from "@emberline/test-support/simulated-clock";
import {
  createFeedRequest,
  type FeedAnswer,
  FeedError,
  type FeedErrorCode,
  userAgentOf,
} from "../../src/index.ts";

const userAgent = userAgentOf("1.2.3", "fires@example.org");
const startMs = Date.UTC(2026, 7, 14, 12);
const key = "0123456789abcdef0123456789abcdef";

/** A source on this machine, and requests to it with a clock that the test moves. */
async function source(
  t: TestContext,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const { url, requests } = await serve(t, listener);
  const clock = new SimulatedClock(startMs);
  const reading = new AbortController();
  t.after(() => reading.abort());
  const request = createFeedRequest({
    userAgent,
    clock,
    signal: reading.signal,
    random: () => 0,
  });
  return { url, request, requests, clock, reading };
}

async function serve(t: TestContext, listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), requests };
}

async function textOf(answer: FeedAnswer): Promise<string> {
  assert.ok(answer.kind === "content");
  let text = "";
  for await (const piece of answer.body) text += piece;
  return text;
}

function isFeedError(code: FeedErrorCode, message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof FeedError);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

test("an answer has its text, media type and validators, and the request says whose it is", async (t) => {
  const { url, request, requests } = await source(t, (_request, response) => {
    response.setHeader("content-type", "Text/Plain;charset=UTF-8");
    response.setHeader("etag", '"a"');
    response.end("latitude,longitude\né\n");
  });
  const answer = await request(url, { accept: "text/csv" });
  assert.ok(answer.kind === "content");
  assert.equal(answer.status, 200);
  assert.equal(answer.mediaType, "text/plain");
  assert.deepEqual(answer.validators, { etag: '"a"' });
  assert.equal(await textOf(answer), "latitude,longitude\né\n");
  const { headers } = requests[0]!;
  assert.equal(
    headers["user-agent"],
    "emberline/1.2.3 (+https://github.com/emberline/emberline; fires@example.org)",
  );
  assert.equal(headers.accept, "text/csv");
});

test("an unchanged source answers 304 to its validators", async (t) => {
  const modified = "Fri, 14 Aug 2026 11:00:00 GMT";
  const { url, request } = await source(t, ({ headers }, response) => {
    const isKnown = headers["if-none-match"] === '"a"' && headers["if-modified-since"] === modified;
    response.writeHead(isKnown ? 304 : 200).end();
  });
  const validators = { etag: '"a"', lastModified: modified };
  assert.deepEqual(await request(url, { validators }), { kind: "unchanged" });
});

test("a compressed body is read, and limited after decompression", async (t) => {
  const { url, request } = await source(t, (_request, response) => {
    response.setHeader("content-encoding", "gzip");
    response.end(gzipSync("x".repeat(100_000)));
  });
  assert.equal((await textOf(await request(url, { maxBytes: 100_000 }))).length, 100_000);
  const tooLarge = isFeedError("invalid_answer", /too large/);
  await assert.rejects(request(url, { maxBytes: 99_999 }), tooLarge);
});

test("a server error is tried again, with growing waits, three times in all", async (t) => {
  const { url, request, requests, clock } = await source(t, (_request, response) => {
    response.writeHead(502).end("<html>");
  });
  const answered = assert.rejects(request(url), isFeedError("unreachable", /answered 502/));
  const waits: number[] = [];
  for (let i = 0; i < 2; i++) {
    const ms = await clock.waits((each) => each < 60_000);
    waits.push(ms);
    clock.advance(ms);
  }
  await answered;
  assert.deepEqual(waits, [500, 1000]);
  assert.equal(requests.length, 3);
  assert.equal(clock.open, 0);
});

for (const [name, header] of [
  ["seconds", "7"],
  ["a date", "Fri, 14 Aug 2026 12:00:07 GMT"],
] as const) {
  test(`Retry-After as ${name} is waited for`, async (t) => {
    const { url, request, requests, clock } = await source(t, (_request, response) => {
      response.sendDate = false;
      if (requests.length > 1) return void response.end("read");
      response.writeHead(503, { "retry-after": header }).end();
    });
    const answered = request(url);
    const ms = await clock.waits((each) => each < 60_000);
    assert.equal(ms, 7000);
    clock.advance(ms);
    assert.equal(await textOf(await answered), "read");
  });
}

test("a long Retry-After ends the reading and is handed on", async (t) => {
  const { url, request, requests } = await source(t, (_request, response) => {
    response.writeHead(503, { "retry-after": "600" }).end();
  });
  await assert.rejects(request(url), (error) => {
    assert.ok(error instanceof FeedError);
    return error.retryAfterMs === 600_000;
  });
  assert.equal(requests.length, 1);
});

test("an answer of 4xx is returned at once, with its text and Retry-After", async (t) => {
  const { url, request, requests } = await source(t, (_request, response) => {
    response.writeHead(429, { "retry-after": "60" }).end("Exceeding allowed transaction limit");
  });
  const answer = await request(url);
  assert.ok(answer.kind === "content");
  assert.equal(answer.status, 429);
  assert.equal(answer.retryAfterMs, 60_000);
  assert.equal(await textOf(answer), "Exceeding allowed transaction limit");
  assert.equal(requests.length, 1);
});

test("a redirect is followed on the same host only", async (t) => {
  const other = await serve(t, (_request, response) => void response.end("other"));
  const { url, request } = await source(t, ({ url: path }, response) => {
    const target = path === "/here" ? "/there" : other.url.href;
    if (path === "/there") return void response.end("there");
    response.writeHead(302, { location: target }).end();
  });
  assert.equal(await textOf(await request(new URL("here", url))), "there");
  await assert.rejects(request(new URL("away", url)), isFeedError("refused", /another host/));
  assert.equal(other.requests.length, 0);
});

test("a redirect from https to http is refused", async () => {
  const request = createFeedRequest({
    userAgent,
    signal: new AbortController().signal,
    fetch: async () =>
      new Response(null, { status: 301, headers: { location: "http://fires.example/" } }),
  });
  await assert.rejects(
    request(new URL("https://fires.example/")),
    isFeedError("refused", /another host/),
  );
});

test("endless redirects end", async (t) => {
  const { url, request } = await source(t, (_request, response) => {
    response.writeHead(302, { location: "/" }).end();
  });
  await assert.rejects(request(url), isFeedError("refused", /more than 5 times/));
});

test("a source that does not answer is given up after a minute", async (t) => {
  const { url, request, clock } = await source(t, () => undefined);
  const answered = assert.rejects(
    request(url),
    isFeedError("unreachable", /not answered within 60 s/),
  );
  for (const length of [60_000, 500, 60_000, 1000, 60_000]) {
    clock.advance(await clock.waits((ms) => ms === length));
  }
  await answered;
  assert.equal(clock.open, 0);
});

test("a body that stops, three times, is an error, not a short body", async () => {
  const clock = new SimulatedClock(startMs);
  let stall: () => void;
  const fetch = async () =>
    new Response(
      new ReadableStream(
        {
          start: (body) => body.enqueue(new TextEncoder().encode("latitude,longitude\n1,2\n")),
          pull: () => stall(),
        },
        { highWaterMark: 0 },
      ),
    );
  const signal = new AbortController().signal;
  const request = createFeedRequest({ userAgent, clock, signal, random: () => 0, fetch });
  let stalled = new Promise<void>((resolve) => {
    stall = resolve;
  });
  const stopped = assert.rejects(
    request(new URL("https://fires.example/")),
    isFeedError("unreachable", /stopped in the middle/),
  );
  for (const backoffMs of [500, 1000, null]) {
    await stalled;
    stalled = new Promise((resolve) => {
      stall = resolve;
    });
    clock.advance(await clock.waits((ms) => ms === 60_000));
    if (backoffMs !== null) clock.advance(await clock.waits((ms) => ms === backoffMs));
  }
  await stopped;
  assert.equal(clock.open, 0);
});

test("a body that breaks off is asked for again, and is an error the third time", async (t) => {
  const { url, request, requests, clock } = await source(t, ({ url: path }, response) => {
    if (path === "/soon" && requests.length > 1) return void response.end("whole");
    response.writeHead(200, { "content-length": "100" }).write("1,2\n", () => response.destroy());
  });
  const again = request(new URL("soon", url));
  clock.advance(await clock.waits((ms) => ms === 500));
  assert.equal(await textOf(await again), "whole");
  const never = assert.rejects(request(url), isFeedError("unreachable", /broke off in the middle/));
  for (const ms of [500, 1000]) clock.advance(await clock.waits((each) => each === ms));
  await never;
  assert.equal(requests.length, 5);
});

test("a body is taken as fast as it comes, however slowly it is read", async (t) => {
  const piece = "x".repeat(1 << 16);
  let sent = 0;
  const { url, request } = await source(t, async (_request, response) => {
    for (; sent < 200; sent++) if (!response.write(piece)) await once(response, "drain");
    response.end();
  });
  const answer = await request(url);
  assert.equal(sent, 200);
  assert.equal((await textOf(answer)).length, 200 * piece.length);
});

test("the end of a reading ends its waits and its open answers", async (t) => {
  let arrive: () => void;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { url, request, requests, clock, reading } = await source(t, ({ url: path }, response) => {
    if (path === "/down") return void response.writeHead(500).end();
    response.writeHead(200).write("1,2\n");
    arrive();
  });
  const open = assert.rejects(request(new URL("open", url)), /over/);
  await arrived;
  const waiting = assert.rejects(request(new URL("down", url)), /over/);
  await clock.waits((ms) => ms < 60_000);
  const { socket } = requests[0]!;
  // Other runtimes report a client that leaves as an error too.
  for (const each of [socket, requests[0]!]) each.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  reading.abort(new Error("over"));
  await waiting;
  await open;
  await closed;
  assert.equal(clock.open, 0);
  await assert.rejects(request(url), /over/);
  assert.equal(requests.length, 2);
});

test("no error has the secrets of a request, in any spelling", async (t) => {
  const { url, request, clock } = await source(t, ({ url: path }, response) => {
    if (path?.endsWith("slow")) return;
    response.writeHead(302, { location: `https://elsewhere.example/${key}` }).end();
  });
  const secret = `${key}/é`;
  const path = `api/${encodeURIComponent(secret)}`;
  const messages: string[] = [];
  const keep = (error: unknown) => {
    messages.push(String(error), String((error as Error).stack), JSON.stringify(error));
    return true;
  };
  await assert.rejects(request(new URL(path, url), { secrets: [secret] }), keep);
  const slow = assert.rejects(request(new URL(`${path}/slow`, url), { secrets: [secret] }), keep);
  for (const length of [60_000, 500, 60_000, 1000, 60_000]) {
    clock.advance(await clock.waits((ms) => ms === length));
  }
  await slow;
  const gone = createFeedRequest({
    userAgent,
    signal: new AbortController().signal,
    clock: { now: Date.now, wait: () => Promise.resolve() },
    fetch: (asked) => Promise.reject(new TypeError(`no route to ${asked}`)),
  });
  await assert.rejects(gone(new URL(path, url), { secrets: [secret] }), keep);
  assert.equal(messages.length, 9);
  assert.ok(messages.some((each) => each.includes("/api/REDACTED")));
  for (const message of messages) assert.ok(!message.includes(key), message);
});
