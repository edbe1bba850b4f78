import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "../src/index.ts";
import { baseUrl } from "./support/fake-service.ts";

const value = "Basic aHVzaDpodXNo";

test("a header with a key is sent with every request, without an exchange", async () => {
  const seen: { path: string; key: string | null }[] = [];
  const client = createClient({
    baseUrl,
    authHeader: { name: "X-API-Key", value },
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      seen.push({ path: pathname, key: new Headers(init?.headers).get("x-api-key") });
      return Response.json({ collections: [] });
    },
  });
  await client.collections.list();
  assert.deepEqual(seen, [{ path: "/ogc/features/v1/collections", key: value }]);
});

test("the key is masked in what the service says", async () => {
  const client = createClient({
    baseUrl,
    authHeader: { name: "Authorization", value },
    fetch: async (_, init) =>
      new Response(`refused ${new Headers(init?.headers).get("authorization")}`, { status: 403 }),
  });
  await assert.rejects(
    client.collections.list(),
    ({ message }: Error) => message.includes("REDACTED") && !message.includes("aHVzaDpodXNo"),
  );
});

test("a header with a key and other credentials, or one that is not valid, is refused", () => {
  const header = { name: "X-API-Key", value };
  const cases = [
    [{ authHeader: header, token: "t" }, /^Several credentials are given/],
    [{ authHeader: header, clientId: "a", clientSecret: "b" }, /^Several credentials are given/],
    [{ authHeader: { name: "X Key", value } }, /"X Key": its name or its value is not valid/],
    [
      { authHeader: { name: "X-API-Key", value: "hush\r\nX: y" } },
      /"X-API-Key": its name or its value is not valid/,
    ],
  ] as const;
  for (const [options, message] of cases) {
    assert.throws(
      () => createClient({ baseUrl, ...options }),
      (error: Error & { code?: string }) =>
        error.code === "invalid-request" &&
        message.test(error.message) &&
        !/hush/.test(error.message),
    );
  }
});
