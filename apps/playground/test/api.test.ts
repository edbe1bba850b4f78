import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createApi } from "../src/server/api.ts";

const origin = "http://127.0.0.1:3000";

function apiThat(
  answer: (request: Request) => Response | Promise<Response>,
  key: string | null = null,
) {
  return createApi({
    origin,
    key: () => key,
    fetch: async (input, init) => answer(new Request(input, init)),
  });
}

const isApiError = (message: RegExp, status: number | null) => (error: unknown) =>
  error instanceof ApiError && message.test(error.message) && error.status === status;

test("a call posts its arguments as JSON to the tool's address", async () => {
  let seen: unknown;
  const api = apiThat(async (request) => {
    const { method, url, headers } = request;
    seen = [method, url, headers.get("content-type"), await request.json()];
    return Response.json({});
  });
  await api.call("query_features", { collection: "svc:hotspots" });
  assert.deepEqual(seen, [
    "POST",
    "http://127.0.0.1:3000/tools/query_features?count_tokens",
    "application/json",
    { collection: "svc:hotspots" },
  ]);
});

test("the original text of an answer is kept", async () => {
  const text = '{"frp": 1.50, "id":"ü"}';
  const { value, text: kept } = await apiThat(() => new Response(text)).call("get_feature", {});
  assert.equal(kept, text);
  assert.deepEqual(value, { frp: 1.5, id: "ü" });
});

test("a key goes as a bearer with every request, and no key sends no header", async () => {
  const seen: (string | null)[] = [];
  const note = (request: Request) => {
    seen.push(request.headers.get("authorization"));
    return Response.json({ tools: [] });
  };
  const api = apiThat(note, "k1");
  await api.listTools();
  await api.call("list_collections", {});
  await apiThat(note).listTools();
  assert.deepEqual(seen, ["Bearer k1", "Bearer k1", null]);
});

test("tools that can have a form are listed", async () => {
  const tool = { name: "a", title: "A", description: "Does a.", inputSchema: { type: "object" } };
  const api = apiThat(() => Response.json({ tools: [tool, { name: "b" }, null] }));
  assert.deepEqual(await api.listTools(), [tool]);
});

test("a refusal becomes the sentence of the problem's detail with its status", async () => {
  const detail = "A key is needed.";
  const api = apiThat(() => Response.json({ status: 401, detail }, { status: 401 }));
  await assert.rejects(api.listTools(), isApiError(/^A key is needed\.$/, 401));
});

test("an error without problem details is reported by its status", async () => {
  const api = apiThat(() => new Response("<html>", { status: 502 }));
  await assert.rejects(api.call("get_feature", {}), isApiError(/status 502/, 502));
});

test("an answer that is not a JSON object is an error", async () => {
  for (const text of ["<html>", "[1]", "null", ""]) {
    const api = apiThat(() => new Response(text));
    await assert.rejects(api.call("get_feature", {}), isApiError(/not a JSON object/, 200));
  }
});

test("a server that does not answer, or stops in the middle, is reported as such", async () => {
  const dead = apiThat(() => Promise.reject(new TypeError("fetch failed")));
  await assert.rejects(dead.listTools(), isApiError(/does not answer/, null));
  const broken = apiThat(() => {
    const body = new ReadableStream({
      start: (controller) => controller.error(new Error("reset")),
    });
    return new Response(body);
  });
  await assert.rejects(broken.listTools(), isApiError(/does not answer/, null));
});

test("a cancelled call ends as aborted, not as an error of the server", async () => {
  const controller = new AbortController();
  const api = apiThat(() => Promise.reject(new DOMException("Aborted", "AbortError")));
  controller.abort();
  await assert.rejects(api.call("get_feature", {}, controller.signal), { name: "AbortError" });
});

test("the tokens of an answer are those that the server counted", async () => {
  const counted = apiThat(() => Response.json({}, { headers: { "emberline-tokens": "595" } }));
  assert.equal((await counted.call("get_feature", {})).tokens, 595);
  assert.equal((await apiThat(() => Response.json({})).call("get_feature", {})).tokens, null);
});
