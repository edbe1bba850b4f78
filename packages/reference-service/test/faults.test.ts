import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { createReferenceService, type FaultRule } from "../src/index.ts";
import { type Body, featuresUrl, start, testClient } from "./service-harness.ts";

const itemsPath = "/collections/svc:satellite-perimeters/items";

/** A service with a fault on the first request for items. */
const failing = (fault: FaultRule) => start({ faults: [{ path: "/items", times: 1, ...fault }] });

describe("injected faults", () => {
  it("end after the configured number of requests", async () => {
    const { get } = await failing({ kind: "server-error" });
    const failed = await get(itemsPath);
    assert.equal(failed.status, 500);
    assert.equal(((await failed.json()) as Body).code, "server-error");
    assert.equal((await get(itemsPath)).status, 200);
  });

  it("can be 429 with Retry-After, or an expired token", async () => {
    const limited = await (await failing({ kind: "too-many-requests", retryAfterSeconds: 7 })).get(
      itemsPath,
    );
    assert.deepEqual([limited.status, limited.headers.get("Retry-After")], [429, "7"]);
    const expired = await (await failing({ kind: "expired-token" })).get(itemsPath);
    assert.equal(expired.status, 401);
  });

  it("can be latency", async () => {
    const { get } = await failing({ kind: "latency", milliseconds: 30_000 });
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      let isAnswered = false;
      const late = get(itemsPath).then(({ status }) => {
        isAnswered = true;
        return status;
      });
      mock.timers.tick(29_999);
      assert.equal((await get(itemsPath)).status, 200);
      assert.equal(isAnswered, false);
      mock.timers.tick(1);
      assert.equal(await late, 200);
    } finally {
      mock.timers.reset();
    }
  });

  it("can cut off the body or the connection", async () => {
    const truncated = await (await failing({ kind: "truncated-body" })).get(itemsPath);
    await assert.rejects(truncated.json());
    const reset = await (await failing({ kind: "connection-reset" })).get(itemsPath);
    await assert.rejects(reset.text());
  });

  it("can falsify pages", async () => {
    const wrong = (
      await (await failing({ kind: "wrong-number-returned" })).get(itemsPath)
    ).json() as Body;
    assert.equal((await wrong).numberReturned, (await wrong).features.length + 1);
    const next = async (fault: FaultRule) => {
      const { links } = await (await failing(fault)).json(itemsPath);
      return links.find(({ rel }: Body) => rel === "next").href;
    };
    assert.equal(await next({ kind: "looping-next" }), featuresUrl + itemsPath);
    assert.match(
      await next({ kind: "foreign-next", origin: "http://127.0.0.1:9" }),
      /^http:\/\/127\.0\.0\.1:9\//,
    );
  });

  it("are refused in production", async () => {
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = "production";
    try {
      const faults: FaultRule[] = [{ kind: "server-error" }];
      await assert.rejects(createReferenceService({ clients: [testClient], faults }), /NODE_ENV/);
    } finally {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
    }
  });
});
