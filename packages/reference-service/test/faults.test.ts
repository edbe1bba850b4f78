import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { createReferenceService, type FaultRule } from "../src/index.ts";
import { type Body, CLIENT, FEATURES, start } from "./service-harness.ts";

const ITEMS = "/collections/svc:satellite-perimeters/items";

/** The service where the first request for items goes wrong. */
const failing = (fault: FaultRule) => start({ faults: [{ path: "/items", times: 1, ...fault }] });

describe("injected faults", () => {
  it("are over when they have met as many requests as they were to", async () => {
    const { get } = await failing({ kind: "server-error" });
    const failed = await get(ITEMS);
    assert.equal(failed.status, 500);
    assert.equal(((await failed.json()) as Body).code, "server-error");
    assert.equal((await get(ITEMS)).status, 200);
  });

  it("can be 429 with Retry-After, or an expired token", async () => {
    const limited = await (await failing({ kind: "too-many-requests", retryAfterSeconds: 7 })).get(
      ITEMS,
    );
    assert.deepEqual([limited.status, limited.headers.get("Retry-After")], [429, "7"]);
    const expired = await (await failing({ kind: "expired-token" })).get(ITEMS);
    assert.equal(expired.status, 401);
  });

  it("can be latency", async () => {
    const { get } = await failing({ kind: "latency", milliseconds: 30_000 });
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      let isAnswered = false;
      const late = get(ITEMS).then(({ status }) => {
        isAnswered = true;
        return status;
      });
      mock.timers.tick(29_999);
      assert.equal((await get(ITEMS)).status, 200);
      assert.equal(isAnswered, false);
      mock.timers.tick(1);
      assert.equal(await late, 200);
    } finally {
      mock.timers.reset();
    }
  });

  it("can break the body off, or the connection", async () => {
    const truncated = await (await failing({ kind: "truncated-body" })).get(ITEMS);
    await assert.rejects(truncated.json());
    const reset = await (await failing({ kind: "connection-reset" })).get(ITEMS);
    await assert.rejects(reset.text());
  });

  it("can make pages lie", async () => {
    const wrong = (
      await (await failing({ kind: "wrong-number-returned" })).get(ITEMS)
    ).json() as Body;
    assert.equal((await wrong).numberReturned, (await wrong).features.length + 1);
    const next = async (fault: FaultRule) => {
      const { links } = await (await failing(fault)).json(ITEMS);
      return links.find(({ rel }: Body) => rel === "next").href;
    };
    assert.equal(await next({ kind: "looping-next" }), FEATURES + ITEMS);
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
      await assert.rejects(createReferenceService({ clients: [CLIENT], faults }), /NODE_ENV/);
    } finally {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
    }
  });
});
