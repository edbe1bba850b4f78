import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { catalogue } from "@emberline/tools";
import { hotspots, pagedService, post } from "./paged-app.ts";

const path = "/tools/query_features";

test("a request keeps its well-formed X-Request-Id, in the answer and in problem details", async () => {
  const service = pagedService();
  const id = "0af7651916cd43dd8448eb211c80319c";
  const answer = await post(service, path, hotspots, { "x-request-id": id });
  assert.equal(answer.headers.get("x-request-id"), id);
  const refused = await post(service, path, { colour: 1 }, { "x-request-id": id });
  assert.equal(refused.headers.get("x-request-id"), id);
  assert.equal(((await refused.json()) as { request_id: string }).request_id, id);
});

for (const id of ["", "a b", "a\tb", "ü", "<script>", "a".repeat(201), '"; drop']) {
  test(`the X-Request-Id ${JSON.stringify(id.slice(0, 10))} is replaced by a new one`, async () => {
    const { app } = pagedService();
    const response = await app.request("/tools", { headers: { "x-request-id": id } });
    assert.match(response.headers.get("x-request-id")!, /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });
}

test("requests without an id get one each, lists and refusals too", async () => {
  const { app } = pagedService();
  const paths = ["/tools", "/tools", "/tools/nothing", "/openapi.json"];
  const answers = await Promise.all(paths.map((each) => app.request(each)));
  const ids = answers.map(({ headers }) => headers.get("x-request-id"));
  assert.equal(new Set(ids).size, paths.length);
});

test("the operator's log names the request that met an internal error", async () => {
  const logged: string[] = [];
  const broken = {
    ...catalogue[0]!,
    run: () => Promise.reject(new Error("a fault of the tool")),
  };
  const service = pagedService({
    options: { tools: [broken] },
    context: { log: (text) => void logged.push(text) },
  });
  await post(service, `/tools/${broken.name}`, {}, { "x-request-id": "r-9" });
  assert.match(logged.join(), new RegExp(`internal error in ${broken.name} \\(request r-9\\)`));
});

test("?dry_run answers with the selection and the requests, and sends none for features", async () => {
  const service = pagedService();
  for (const query of ["?dry_run", "?dry_run=true", "?dry_run=1"]) {
    const response = await post(service, path + query, { ...hotspots, time: "2025-06-19" });
    const plan = (await response.json()) as {
      dry_run: boolean;
      selections: { interval: string[] }[];
      requests: { method: string; url: string }[];
    };
    assert.equal(plan.dry_run, true);
    assert.deepEqual(plan.selections[0]!.interval, [
      "2025-06-19T00:00:00Z",
      "2025-06-19T23:59:59.999Z",
    ]);
    assert.equal(plan.requests[0]!.method, "GET");
    assert.match(plan.requests[0]!.url, /svc:hotspots\/items\?limit=20&datetime=2025-06-19/);
  }
  assert.equal(service.pages(), 0);
  assert.equal((await post(service, `${path}?dry_run=maybe`, hotspots)).status, 400);
  assert.equal(service.pages(), 0);
  await post(service, `${path}?dry_run=false`, hotspots);
  assert.ok(service.pages() > 0);
});

test("arguments in the address are refused, since the call would leave them out", async () => {
  const service = pagedService();
  for (const query of ["?collection=svc:hotspots", "?dry_run&status=FAILED", "?limit="]) {
    const response = await post(service, path + query, hotspots);
    assert.equal(response.status, 400, query);
    assert.match(((await response.json()) as { detail: string }).detail, /JSON of the body/);
  }
  assert.equal(service.pages(), 0);
});

test("a plan of a wrong call is refused as the call would be", async () => {
  const response = await post(pagedService(), `${path}?dry_run`, { colour: "red" });
  assert.equal(response.status, 400);
});

test("the client that leaves during a plan ends it", async () => {
  const leave = new AbortController();
  leave.abort();
  const service = pagedService();
  const response = await post(service, `${path}?dry_run`, hotspots, {}, leave.signal);
  assert.equal(response.status, 499);
  assert.deepEqual(service.requests, []);
});

test("a compressed body is refused by 415 without being read, however small it is", async () => {
  const { app } = pagedService();
  const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
  for (const [coding, body] of [
    ["gzip", gzipSync(JSON.stringify(hotspots))],
    ["gzip", bomb],
    ["br, gzip", bomb],
    ["x-unknown", bomb],
  ] as const) {
    const response = await app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": coding },
      body,
    });
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    assert.deepEqual([response.status, code], [415, "unsupported_media_type"]);
    assert.match(detail, /without Content-Encoding/);
    assert.equal(response.headers.get("accept-encoding"), "identity");
  }
});

test("the coding identity is no coding", async () => {
  const response = await post(pagedService(), path, hotspots, { "content-encoding": "identity" });
  assert.equal(response.status, 200);
});
