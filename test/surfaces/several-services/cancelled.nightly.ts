import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { origin } from "@emberline/test-served/in-process";
import type { SplitService } from "@emberline/test-served/split-service";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { appOver, splitFixtures } from "./split-surfaces.ts";

let split: SplitService;

before(async () => {
  split = await splitFixtures();
});
after(() => split.close());

type App = Awaited<ReturnType<typeof appOver>>;
type Call = (tool: string, input: object, signal?: AbortSignal) => Promise<unknown>;

/** Calls of the tools that reject when their caller leaves. */
const surfaces: Readonly<
  Record<string, (app: App) => Promise<{ call: Call; close(): Promise<void> }>>
> = {
  async "function calling"(app) {
    const call: Call = async (tool, input, signal = new AbortController().signal) => {
      const answering = app(`/tools/${tool}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
        signal,
      });
      const left = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      return (await Promise.race([answering, left])).json();
    };
    return { call, close: async () => {} };
  },
  async MCP(app) {
    const client = new Client(
      { name: "emberline-tests", version: "0" },
      { versionNegotiation: { mode: "auto" } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/mcp", origin), { fetch: app }),
    );
    const call: Call = (tool, input, signal) =>
      client.callTool({ name: tool, arguments: { ...input } }, signal && { signal });
    return { call, close: () => client.close() };
  },
};

const place = { near: "50,10", radius_km: 20, time: "2024-07-01/2024-07-02" };

/** Of several services each, apart from one of `hot` alone. */
const calls: readonly (readonly [tool: string, input: object])[] = [
  ["list_collections", {}],
  ["list_simulations", { limit: 3 }],
  ["assess_location", place],
  ["assess_fire", { fire: "Alpha" }],
  ["show_map", place],
  ["query_features", { collection: "hot:svc:hotspots", fire: "Alpha" }],
  ["export_features", { collection: "hot:svc:hotspots", format: "csv" }],
];

/** A request of this test itself: never held, and not counted. */
const ownPath = "/?of=test";

/** How many requests have arrived at each service. */
function counts(): Record<string, number> {
  return Object.fromEntries(
    split.parts.map(({ name, seen }) => [name, seen.filter(({ path }) => path !== ownPath).length]),
  );
}

const total = () => Object.values(counts()).reduce((sum, count) => sum + count, 0);

/** Holds all requests from the n-th on; `reached` resolves with the first of them. */
function holdFrom(nth: number) {
  const first = total() + nth;
  let reach!: () => void;
  const reached = new Promise<"reached">((resolve) => {
    reach = () => resolve("reached");
  });
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const part of split.parts) {
    part.answerBy(({ url }) => {
      if (url.endsWith(ownPath) || total() < first) return null;
      reach();
      return released;
    });
  }
  return { reached, release };
}

/** Lets requests that were sent before arrive: every service answers three more, in turn. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++)
    await Promise.all(
      split.parts.map(({ url }) => fetch(url + ownPath).then((each) => each.text())),
    );
}

for (const [name, open] of Object.entries(surfaces)) {
  for (const [tool, input] of calls) {
    test(`${name}: no service gets a request of ${tool} after its caller left, at any moment`, async (t) => {
      let nth = 1;
      for (; nth < 60; nth++) {
        // A new app knows no tokens and no collections yet.
        const { call, close } = await open(await appOver(split));
        const { reached, release } = holdFrom(nth);
        t.after(release);
        const caller = new AbortController();
        const ended = call(tool, input, caller.signal).then(
          () => "answered" as const,
          () => "left" as const,
        );
        if ((await Promise.race([reached, ended])) === "answered") {
          await close();
          break;
        }
        await settle();
        const before = counts();
        caller.abort();
        assert.equal(await ended, "left");
        for (const part of split.parts) part.answerBy(null);
        release();
        await settle();
        await call("find_place", { name: "Hamburg" });
        await settle();
        assert.deepEqual(counts(), before, `left at request ${nth}`);
        await close();
      }
      t.diagnostic(`${nth - 1} requests`);
      assert.ok(nth > 3, `${tool} sends at least three requests, not ${nth - 1}`);
    });
  }
}
