import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { listen } from "../src/program/listen.ts";
import { type Body, start } from "./service-harness.ts";

const ITEMS = "/ogc/features/v1/collections/svc:hotspots/items";

describe("serving over HTTP", () => {
  it("lets an open request end before it closes, and takes no more", async () => {
    const { service, token } = await start();
    let arrive = (): void => {};
    let goOn = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const free = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const held = async (request: Request) => {
      arrive();
      await free;
      return service.fetch(request);
    };
    const listener = await listen({ ...service, fetch: held }, { port: 0, host: "127.0.0.1" });
    const headers = { Authorization: `Bearer ${token}` };
    const open = fetch(`${listener.url}${ITEMS}?limit=10000`, { headers });
    await arrived;
    const closed = listener.close();
    goOn();
    const response = await open;
    const { features, numberMatched } = (await response.json()) as Body;
    assert.equal(features.length, numberMatched);
    await closed;
    await assert.rejects(fetch(`${listener.url}/healthz`));
  });

  it("refuses headers that are too long", async () => {
    const { service } = await start();
    const listener = await listen(service, { port: 0, host: "127.0.0.1" });
    const { port } = new URL(listener.url);
    const answer = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(text));
      socket.end(
        `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${"y".repeat(200_000)}\r\nConnection: close\r\n\r\n`,
      );
    });
    assert.doesNotMatch(answer, /^HTTP\/1\.1 200/);
    await listener.close();
  });
});
