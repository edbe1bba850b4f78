import assert from "node:assert/strict";
import { test } from "node:test";
import { createToolsClient, type ToolsClient } from "@emberline/client";

const url = "https://tools.test";
const key = "key-of-the-test-1";

const answering = (answer: () => Response | Promise<Response>) =>
  createToolsClient({ url, key, fetch: async () => answer() });

const json = (body: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { "content-type": "application/json", ...headers } });

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(JSON.stringify({ code, detail: "This was wrong." }), status, {
    "content-type": "application/problem+json; charset=utf-8",
    ...headers,
  });

for (const [status, code, known] of [
  [404, "not_found", "not_found"],
  [503, "busy", "busy"],
  [401, "invalid_token", "unauthorized"],
  [403, "insufficient_scope", "forbidden"],
  [413, "too_large", "too_large"],
  [429, "too_many_requests", "too_many_requests"],
  [405, "method_not_allowed", "refused"],
  [502, "invented", "failed"],
  [400, "__proto__", "refused"],
] as const) {
  test(`a problem with status ${status} and code ${code} is an error with code ${known}`, async () => {
    const tools = answering(() => problem(status, code, { "retry-after": "7" }));
    await assert.rejects(tools.call("list_collections", {}), {
      name: "ToolsClientError",
      code: known,
      status,
      message: "This was wrong.",
      retryAfterSeconds: 7,
    });
  });
}

test("an error has what the server says of it, and is written as the server writes it", async () => {
  const told = {
    code: "invalid_input",
    message: "There are two.",
    parameter: "near",
    candidates: [{ value: "1,2", label: "Paris, Texas" }],
    retry: "corrected",
    retry_after_seconds: 3,
  };
  const { message: detail, ...members } = told;
  const answer = (more: object) =>
    answering(() =>
      json(JSON.stringify({ type: "/docs", title: "Wrong", detail, ...members, ...more }), 400, {
        "content-type": "application/problem+json",
        "retry-after": "3",
      }),
    )
      .call("list_collections", {})
      .catch((error: unknown) => JSON.stringify(error));
  assert.equal(await answer({}), JSON.stringify(told));
  // Of another kind, or longer than a model should read.
  const odd = { parameter: 5, candidates: [{ label: "x".repeat(5000) }], retry: "now" };
  const { code, message, retry_after_seconds } = told;
  assert.equal(await answer(odd), JSON.stringify({ code, message, retry_after_seconds }));
});

const calls: Readonly<Record<string, (tools: ToolsClient) => Promise<unknown>>> = {
  list: (tools) => tools.list(),
  call: (tools) => tools.call("list_collections", {}),
  picture: (tools) => tools.picture("show_map", {}),
  run: (tools) => tools.run("show_map", {}, { picture: true }),
};

const withoutAnswer = new FormData();
withoutAnswer.set("picture", new Blob(["png"], { type: "image/png" }), "a.png");
const withPage = new FormData();
withPage.set("answer", "{}");
withPage.set("picture", new Blob(["<script>"], { type: "text/html" }), "a.html");

for (const [kind, answer, names] of [
  ["a page", () => new Response("<p>", { headers: { "content-type": "text/html" } })],
  ["no content type", () => new Response(new Uint8Array([1]))],
  ["broken JSON", () => json('{"tools": [')],
  ["a JSON list", () => json("[]")],
  ["null", () => json("null")],
  ["a list without tools", () => json('{"tools": {}}'), ["list"]],
  ["a status without a problem", () => json("{}", 500)],
  ["a broken problem", () => json("{", 400, { "content-type": "application/problem+json" })],
  ["a problem without words", () => json('{"code": "busy"}', 503)],
  ["a redirect", () => Response.redirect("https://elsewhere.test/", 307)],
  ["a picture without an answer", () => new Response(withoutAnswer)],
  ["a page as picture", () => new Response(withPage)],
] as [string, () => Response, string[]?][]) {
  test(`${kind} is an unexpected answer`, async () => {
    for (const [name, call] of Object.entries(calls)) {
      // The text of a run is not read.
      if (names ? !names.includes(name) : name === "run" && answer().ok && isJson(answer()))
        continue;
      await assert.rejects(call(answering(answer)), { code: "unexpected_answer" }, name);
    }
  });
}

function isJson({ headers }: Response): boolean {
  return headers.get("content-type") === "application/json";
}

test("a server that cannot be reached, or that breaks off, is unreachable", async () => {
  const refusing = answering(() => Promise.reject(new TypeError("fetch failed")));
  const breaking = answering(
    () =>
      new Response(new ReadableStream({ start: (it) => it.error(new TypeError("terminated")) }), {
        headers: { "content-type": "application/json" },
      }),
  );
  for (const tools of [refusing, breaking]) {
    await assert.rejects(tools.call("list_collections", {}), {
      code: "unreachable",
      message: `There was no whole answer from ${url}: if no server runs there, start one (npx emberline).`,
    });
  }
});

test("an aborted call rejects with the signal's reason", async () => {
  const tools = createToolsClient({
    url,
    fetch: (_url, { signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("closed")));
      }),
  });
  const leaving = new AbortController();
  const reason = new Error("the user left");
  const call = tools.call("list_collections", {}, { signal: leaving.signal });
  leaving.abort(reason);
  await assert.rejects(call, reason);
});

for (const wrong of [
  "tools.test",
  "/tools",
  "ftp://tools.test",
  "https://user:hush-hush@tools.test",
  "https://tools.test/?key=hush-hush",
  "https://tools.test/#a",
]) {
  test(`the url ${wrong.replace("hush-hush", "…")} is refused without being shown`, () => {
    assert.throws(
      () => createToolsClient({ url: wrong }),
      ({ name, message }: Error) => name === "TypeError" && !message.includes("hush-hush"),
    );
  });
}

for (const wrong of ["", "hush hush", "hush-hush\n", "hush-hüsh"]) {
  test(`the key ${JSON.stringify(wrong)} is refused without being shown`, () => {
    assert.throws(
      () => createToolsClient({ url, key: wrong }),
      ({ name, message }: Error) => name === "TypeError" && !message.includes("hush"),
    );
  });
}

for (const [name, type, status] of [
  ["list", "application/json", 200],
  ["call", "application/problem+json", 500],
  ["picture", "image/png", 200],
  ["run", "multipart/form-data; boundary=x", 200],
] as const) {
  test(`an endless answer to ${name} as ${type} ends at the limit`, async () => {
    let chunks = 0;
    let isCancelled = false;
    const body = new ReadableStream({
      pull(controller) {
        chunks++;
        controller.enqueue(new Uint8Array(2 ** 20).fill(0x20));
      },
      cancel() {
        isCancelled = true;
      },
    });
    const tools = answering(
      () => new Response(body, { status, headers: { "content-type": type } }),
    );
    await assert.rejects(calls[name]!(tools), {
      code: "unexpected_answer",
      message: "The answer is larger than 32 MiB.",
    });
    assert.ok(chunks < 40 && isCancelled, String(chunks));
  });
}
