import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mock, test } from "node:test";
import type { Fetch } from "@emberline/core";
import { createGeocoder } from "../src/index.ts";
import { answerOf, call, contextOf, point } from "./support.ts";

const features = { "svc:hotspots": [point("h1", 10, 50, { datetime: "2025-06-20T11:00:00Z" })] };
const query = (near: string) => ({ collection: "svc:hotspots", near });

/** A geocoder that answers with `body`, and the requests it received. */
function stub(body: unknown, style: "nominatim" | "photon" = "nominatim") {
  const asked: URL[] = [];
  const fetch: Fetch = async (input) => {
    asked.push(new URL(String(input)));
    return Response.json(body);
  };
  const url = "https://geocoder.test/search?key=hush-hush";
  const geocoder = createGeocoder({ url, style }, fetch);
  return { asked, geocoder, context: contextOf({ features }, undefined, { geocoder }).context };
}

const hamlet = [{ display_name: "Zzyzx, California, USA", lat: "35.143", lon: "-116.104" }];

test("a Nominatim geocoder is queried for a place that the gazetteer lacks, and credited", async () => {
  const { asked, context } = stub(hamlet);
  const { selection } = await answerOf("query_features", query("Zzyzx"), context);
  assert.deepEqual(selection.area.center, [-116.104, 35.143]);
  assert.equal(selection.area.place, "Zzyzx, California, USA");
  assert.match(selection.area.place_source, /OpenStreetMap/);
  assert.equal(asked.length, 1);
  assert.equal(asked[0]!.searchParams.get("q"), "Zzyzx");
  assert.equal(asked[0]!.searchParams.get("format"), "jsonv2");
});

test("a Photon geocoder works too", async () => {
  const { asked, context } = stub(
    {
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [-116.104, 35.143] },
          properties: { name: "Zzyzx", state: "California", country: "United States" },
        },
      ],
    },
    "photon",
  );
  const answer = await answerOf("find_place", { name: "Zzyzx" }, context);
  assert.deepEqual(answer.rows[0].slice(0, 6), [
    "Zzyzx, California, United States",
    null,
    null,
    null,
    -116.104,
    35.143,
  ]);
  assert.match(answer.source, /OpenStreetMap/);
  assert.equal(asked[0]!.searchParams.get("format"), null);
});

test("it is not queried for places in the gazetteer, nor twice for the same name", async () => {
  const { asked, context } = stub(hamlet);
  await answerOf("query_features", query("Coimbra"), context);
  assert.equal(asked.length, 0);
  await answerOf("query_features", query("Zzyzx"), context);
  await answerOf("query_features", query("zzyzx"), context);
  assert.equal(asked.length, 1);
});

test("results far apart are refused as several places, with their locations", async () => {
  const { context } = stub([...hamlet, { display_name: "Zzyzx, Elsewhere", lat: "1", lon: "2" }]);
  const result = await call("query_features", query("Zzyzx"), context);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "invalid_input");
  assert.match(result.error.message, /several places: .*35\.143,-116\.104.*Elsewhere \(1,2\)/);
});

test("its texts are cleaned and cut, as data", async () => {
  const label = `Zz\u202eyzx\u0007 ${"x".repeat(500)}`;
  const { context } = stub([{ display_name: label, lat: "35.143", lon: "-116.104" }]);
  const { rows } = await answerOf("find_place", { name: "Zzyzx" }, context);
  assert.match(rows[0][0], /^Zzyzx x+…$/);
  assert.ok(rows[0][0].length <= 120);
});

for (const [name, body] of Object.entries({
  "is no list": { error: "no" },
  "is not on Earth": [{ display_name: "x", lat: "95", lon: "0" }],
  "has no position": [{ display_name: "x" }],
  "is endless": hamlet.concat(
    Array.from({ length: 2000 }, () => ({ ...hamlet[0]!, display_name: "y".repeat(200) })),
  ),
})) {
  test(`an answer that ${name} is a failure of the geocoder, not of the tool, and shows no URL`, async () => {
    const result = await call("query_features", query("Zzyzx"), stub(body).context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "not_found");
    assert.match(result.error.message, /configured geocoder did not answer/);
    assert.ok(!result.error.message.includes("hush-hush"));
    const answer = await answerOf("find_place", { name: "Zzyzx" }, stub(body).context);
    assert.match(answer.notices.join(" "), /configured geocoder did not answer/);
  });
}

test("it is queried at most once per second", async (t) => {
  mock.timers.enable({ apis: ["Date", "setTimeout"] });
  const clock = mock.method(performance, "now", () => Date.now());
  t.after(() => {
    mock.timers.reset();
    clock.mock.restore();
  });
  const { asked, geocoder } = stub([]);
  const signal = new AbortController().signal;
  const answers = Promise.all(["Zzyzx", "Xyzzy"].map((name) => geocoder.search(name, signal)));
  const askedAfter = async (ms: number) => {
    mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
    return asked.length;
  };
  assert.equal(await askedAfter(0), 1);
  assert.equal(await askedAfter(999), 1);
  assert.equal(await askedAfter(1), 2);
  await answers;
});

test("a real server receives the operator's contact", async () => {
  const agents: unknown[] = [];
  const server = createServer((request, response) => {
    agents.push(request.headers["user-agent"]);
    response.setHeader("Content-Type", "application/json");
    response.end("[]");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const geocoder = createGeocoder({
    url: `http://127.0.0.1:${port}/search`,
    style: "nominatim",
    contact: "ops@fires.test",
  });
  await geocoder.search("Zzyzx", new AbortController().signal);
  server.close();
  server.closeAllConnections();
  assert.deepEqual(agents, ["emberline (ops@fires.test)"]);
});

test("a caller that cancels does not wait for its turn", async () => {
  const cancel = new AbortController();
  const silent: Fetch = (_, init) =>
    new Promise((_, reject) => {
      init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason));
      cancel.abort();
    });
  const geocoder = createGeocoder({ url: "https://geocoder.test/", style: "photon" }, silent);
  const [first, second] = await Promise.all(
    ["Zzyzx", "Xyzzy"].map((name) => geocoder.search(name, cancel.signal)),
  );
  assert.ok(first!.failure && second!.failure);
});

test("a flood of unknown names is refused at once, with few requests", async () => {
  const asked: string[] = [];
  const silent: Fetch = (input, init) => {
    asked.push(new URL(String(input)).searchParams.get("q")!);
    return new Promise((_, reject) =>
      init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason)),
    );
  };
  const geocoder = createGeocoder({ url: "https://geocoder.test/", style: "photon" }, silent);
  const callers = new AbortController();
  const answers = Array.from({ length: 60 }, (_, i) =>
    geocoder.search(`place ${i}`, callers.signal),
  );
  // Refused calls are answered while the others wait.
  const refused = await Promise.all(answers.slice(10));
  assert.ok(refused.every(({ failure }) => /busy/.test(failure!)));
  callers.abort();
  await Promise.all(answers);
  assert.ok(asked.length <= 1, `${asked.length} asked`);
});

test("callers of the same name share a request, which continues until the last of them has left", async () => {
  let requests = 0;
  let isEnded = false;
  const silent: Fetch = (_, init) => {
    requests++;
    return new Promise((_, reject) =>
      init!.signal!.addEventListener("abort", () => {
        isEnded = true;
        reject(init!.signal!.reason);
      }),
    );
  };
  const geocoder = createGeocoder({ url: "https://geocoder.test/", style: "photon" }, silent);
  const callers = [new AbortController(), new AbortController()];
  const answers = callers.map(({ signal }) => geocoder.search("Zzyzx", signal));
  while (requests === 0) await new Promise((resolve) => setTimeout(resolve));
  callers[0]!.abort();
  assert.equal(isEnded, false);
  callers[1]!.abort();
  await Promise.all(answers);
  assert.deepEqual([isEnded, requests], [true, 1]);
});

test("a redirect is not followed", async () => {
  const elsewhere: Fetch = async (_, init) => {
    assert.equal(init!.redirect, "manual");
    return new Response(null, { status: 302, headers: { location: "https://elsewhere.test/" } });
  };
  const geocoder = createGeocoder({ url: "https://geocoder.test/", style: "photon" }, elsewhere);
  const { places, failure } = await geocoder.search("Zzyzx", new AbortController().signal);
  assert.deepEqual(places, []);
  assert.match(failure!, /did not answer/);
});

test("an answer without an end is read to a limit", async () => {
  let pulled = 0;
  const endless: Fetch = async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          assert.ok(++pulled < 100, "read on");
          controller.enqueue(new Uint8Array(2 ** 14).fill(0x20));
        },
      }),
    );
  const geocoder = createGeocoder({ url: "https://geocoder.test/", style: "photon" }, endless);
  const { places, failure } = await geocoder.search("Zzyzx", new AbortController().signal);
  assert.deepEqual(places, []);
  assert.match(failure!, /did not answer/);
  assert.ok(pulled < 20, `${pulled} times 16 kB`);
});
