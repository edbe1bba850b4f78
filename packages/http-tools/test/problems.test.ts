import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import { type ProblemCode, problem, problems, problemTypesUnder } from "../src/index.ts";
import { appOnSample } from "./support.ts";

const codes = Object.keys(problems) as ProblemCode[];

interface Details {
  type: string;
  title: string;
  status: number;
  code: string;
}

test("the type of each problem, resolved against the request, leads to a page about it", async () => {
  const app = await appOnSample();
  for (const code of codes) {
    const { type, title, status } = (await problem(code, "Why.").json()) as Details;
    const url = new URL(type, "https://fires.example/tools/query_features?a=b");
    const page = await app.request(url.href);
    assert.equal(page.status, 200, code);
    assert.match(page.headers.get("content-type")!, /^text\/html/);
    const text = await page.text();
    for (const each of [title, code, String(status)]) assert.ok(text.includes(each), each);
  }
});

test("a page is plain text for those who prefer it", async () => {
  const app = await appOnSample();
  const headers = { accept: "text/plain, text/html;q=0.5" };
  const page = await app.request("/docs/problems/timed_out", { headers });
  assert.match(page.headers.get("content-type")!, /^text\/plain/);
  const text = await page.text();
  assert.match(text, /^Timed out\n\nCode: timed_out\nStatus: 503\nMeaning: .+\nWhat to do: .+\n$/);
});

test("all problems are on one page", async () => {
  const text = await (await (await appOnSample()).request("/docs/problems")).text();
  for (const code of codes) assert.ok(text.includes(`<dd>${code}</dd>`), code);
});

test("an unknown problem is refused as text, never as HTML", async () => {
  const app = await appOnSample();
  for (const code of ["time_out", "__proto__", "constructor", "<img src=x>"]) {
    const response = await app.request(`/docs/problems/${encodeURIComponent(code)}`);
    assert.equal(response.status, 404, code);
    assert.equal(response.headers.get("content-type"), "application/problem+json");
  }
});

test("under a path, the type is absolute, and all else of a problem stays as it was", async () => {
  const headers = { "retry-after": "5", "www-authenticate": "Bearer" };
  const app = new Hono();
  app.use(problemTypesUnder("https://a.example/fires"));
  app.get("/problem", () => problem("busy", "Wait.", headers));
  app.get("/json", (c) => c.json({ type: "/mine" }));
  const response = await app.request("/problem");
  assert.equal(response.status, 503);
  for (const [name, value] of Object.entries(headers))
    assert.equal(response.headers.get(name), value);
  assert.equal(response.headers.get("content-type"), "application/problem+json");
  assert.deepEqual(await response.json(), {
    type: "https://a.example/fires/docs/problems/busy",
    title: "Busy",
    status: 503,
    detail: "Wait.",
    code: "busy",
  });
  assert.deepEqual(await (await app.request("/json")).json(), { type: "/mine" });
});
