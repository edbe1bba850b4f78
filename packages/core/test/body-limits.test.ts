import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, isEmberlineError } from "../src/index.ts";

const mebibyte = 2 ** 20;

/** A body of zeros in chunks of one mebibyte, and how much of it was read. */
function zeros(mebibytes: number) {
  let taken = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken === mebibytes) return controller.close();
        taken++;
        controller.enqueue(new Uint8Array(mebibyte).fill(0x20));
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken: () => taken, isCancelled: () => isCancelled };
}

const client = (respond: () => Response, bodyLimits: object) =>
  createClient({
    baseUrl: "https://service.test",
    token: "test-token",
    fetch: async () => respond(),
    bodyLimits,
  });

test("a body that decompresses to more than the limit is cut off, and is an error", async () => {
  for (const status of [200, 500]) {
    const endless = zeros(3000);
    const headers = { "content-encoding": "gzip", "content-length": "1000" };
    const { collections } = client(() => new Response(endless.body, { status, headers }), {
      maxBytes: 4 * mebibyte,
    });
    await assert.rejects(collections.list(), (error) => {
      assert.ok(isEmberlineError(error));
      assert.equal(error.code, "response");
      assert.match(error.message, /larger than 4 MiB/);
      return true;
    });
    assert.equal(endless.taken(), 5);
    assert.equal(endless.isCancelled(), true);
  }
});

test("a stated length beyond the limit is refused before the body is read", async () => {
  const endless = zeros(3000);
  const headers = { "content-length": String(3000 * mebibyte) };
  const { collections } = client(() => new Response(endless.body, { headers }), {
    maxBytes: 4 * mebibyte,
  });
  await assert.rejects(collections.list(), /larger than 4 MiB/);
  assert.equal(endless.taken(), 0);
});

test("bodies read at the same time share a limit, and free their part when they end", async () => {
  const limits = { maxBytes: 4 * mebibyte, maxTotalBytes: 5 * mebibyte };
  const body = () => {
    const text = `{"collections":[]}${" ".repeat(3 * mebibyte)}`;
    return new Response(new Blob([text]).stream());
  };
  const { collections } = client(body, limits);
  const together = await Promise.allSettled([collections.list(), collections.list()]);
  const failed = together.filter((each) => each.status === "rejected");
  assert.ok(failed.length >= 1);
  assert.match(String(failed[0]!.reason), /larger than 5 MiB together/);
  assert.deepEqual(await collections.list(), []);
  assert.deepEqual(await collections.list(), []);
});

test("the properties of a collection are read up to two mebibytes, whatever the limit of pages", async () => {
  for (const ask of ["queryables", "schema", "get"] as const) {
    const endless = zeros(3000);
    const { collections } = client(() => new Response(endless.body), {});
    await assert.rejects(collections[ask]("fires"), /larger than 2 MiB\.$/);
    assert.equal(endless.taken(), 3);
  }
});
