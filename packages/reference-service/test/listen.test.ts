import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { type Front, listen } from "../src/program/serve-command.ts";
import { type Body, start } from "./service-harness.ts";

const itemsPath = "/ogc/features/v1/collections/svc:hotspots/items";

describe("serving over HTTP", () => {
  it("finishes an open request before it closes, and accepts no more", async () => {
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
    const open = fetch(`${listener.url}${itemsPath}?limit=10000`, { headers });
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

describe("behind a proxy that terminates TLS", () => {
  const forwarded = {
    "X-Forwarded-For": "203.0.113.9, 198.51.100.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "fires.test",
  };

  /** The root of links, and the status codes of wrong secrets, each from another address. */
  async function askThrough(
    front: Front,
    { headers = forwarded, secrets = 0 }: { headers?: Record<string, string>; secrets?: number },
  ) {
    const { service, token } = await start();
    const listener = await listen(service, { port: 0, host: "127.0.0.1", ...front });
    try {
      const page = await fetch(`${listener.url}${itemsPath}?limit=1`, {
        headers: { Authorization: `Bearer ${token}`, ...headers },
      });
      const { links } = (await page.json()) as Body;
      const roots = links.map(({ href }: { href: string }) => href.split("/ogc/")[0]);
      assert.equal(new Set(roots).size, 1, roots.join());
      const codes: number[] = [];
      for (let i = 0; i < secrets; i++) {
        const answer = await fetch(`${listener.url}/v1/token`, {
          method: "POST",
          headers: { ...headers, "X-Forwarded-For": `203.0.113.9, 198.51.100.${i}` },
          body: JSON.stringify({ client_id: `nobody-${i}`, client_secret: "x" }),
        });
        codes.push(answer.status);
      }
      return { root: roots[0].replace(listener.url, "itself"), codes };
    } finally {
      await listener.close();
    }
  }

  it("links start with the public URL, and all callers have the proxy's address", async () => {
    const { root, codes } = await askThrough(
      { publicUrl: "https://fires.example/emberline" },
      { secrets: 32 },
    );
    assert.equal(root, "https://fires.example/emberline");
    assert.ok(codes.includes(429), "32 wrong secrets of one address");
  });

  it("forwarded headers from untrusted callers are ignored", async () => {
    const { root, codes } = await askThrough({}, { secrets: 32 });
    assert.equal(root, "itself");
    assert.ok(codes.includes(429));
  });

  it("the headers of a trusted proxy determine the caller and the address", async () => {
    const { root, codes } = await askThrough({ trustProxy: true }, { secrets: 32 });
    assert.equal(root, "https://fires.test");
    assert.deepEqual(codes, Array(32).fill(401));
  });

  for (const [headers, expected] of [
    [{ "X-Forwarded-Proto": "https" }, /^https:\/\/127\.0\.0\.1:\d+$/],
    [{ "X-Forwarded-Proto": "javascript", "X-Forwarded-Host": "fires.test" }, /^itself$/],
    [{ "X-Forwarded-Proto": "https", "X-Forwarded-Host": "a b" }, /^itself$/],
    [{ "X-Forwarded-Host": "evil.test, fires.test" }, /^http:\/\/fires\.test$/],
  ] as const) {
    it(`a trusted proxy's ${JSON.stringify(headers)} leads to ${expected.source}`, async () => {
      const { root } = await askThrough({ trustProxy: true }, { headers });
      assert.match(root, expected);
    });
  }
});
