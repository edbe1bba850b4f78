import assert from "node:assert/strict";
import { test } from "node:test";
import { createStorage } from "unstorage";
import { type ClientOptions, createTokenStore } from "../src/index.ts";
import { clientOf, fakeClock, fakeService } from "./support/fake-service.ts";

const encryptionKey = new Uint8Array(32).fill(7);

test("two clients with one store share one exchange, plain or encrypted", async () => {
  for (const options of [{}, { encryptionKey }]) {
    const storage = createStorage();
    const service = fakeService();
    await clientOf(service, { tokens: createTokenStore(storage, options) }).features.page(
      "svc:hotspots",
    );
    await clientOf(service, { tokens: createTokenStore(storage, options) }).features.page(
      "svc:hotspots",
    );
    assert.equal(service.exchanges(), 1);
  }
});

test("an encrypted token cannot be read in the storage, nor under another key or name", async () => {
  const storage = createStorage();
  const service = fakeService();
  const store = createTokenStore(storage, { encryptionKey });
  const call = (options: Partial<ClientOptions>) =>
    clientOf(service, { tokens: store, ...options }).features.page("svc:hotspots");
  const other = { clientSecret: "of another client" };
  await call({});
  const [name] = await storage.getKeys();
  await call(other);
  const [othersName] = (await storage.getKeys()).filter((each) => each !== name);
  assert.ok(!JSON.stringify(await storage.getItems([name!, othersName!])).includes("token-"));
  await call({});
  assert.equal(service.exchanges(), 2);

  await storage.setItem(othersName!, (await storage.getItem(name!))!);
  await call(other);
  assert.equal(service.exchanges(), 3);
  await call({ tokens: createTokenStore(storage, { encryptionKey: new Uint8Array(32) }) });
  assert.equal(service.exchanges(), 4);
  assert.throws(() => createTokenStore(storage, { encryptionKey: new Uint8Array(16) }), {
    code: "invalid-request",
  });
});

test("neither the secret nor the client's id is in the storage", async () => {
  const storage = createStorage();
  await clientOf(fakeService(), {
    tokens: createTokenStore(storage, { encryptionKey }),
  }).features.page("svc:hotspots");
  const kept = JSON.stringify(await storage.getItems(await storage.getKeys()));
  assert.ok(!kept.includes("s3cret") && !kept.includes("demo-client") && !kept.includes("token-1"));
});

test("a client with another secret finds no token", async () => {
  const storage = createStorage();
  const service = fakeService();
  await clientOf(service, { tokens: createTokenStore(storage) }).features.page("svc:hotspots");
  await clientOf(service, {
    tokens: createTokenStore(storage),
    clientSecret: "wrong",
  }).features.page("svc:hotspots");
  assert.equal(service.exchanges(), 2);
});

test("a stored token is used until shortly before its wall-clock end", async () => {
  const storage = createStorage();
  const clock = fakeClock();
  const service = fakeService({ tokenLifeSeconds: 1000 });
  const fresh = (): Promise<unknown> =>
    clientOf(service, { clock, tokens: createTokenStore(storage) }).features.page("svc:hotspots");
  await fresh();
  clock.pass(969_000);
  await fresh();
  assert.equal(service.exchanges(), 1);
  clock.pass(1_500);
  await fresh();
  assert.equal(service.exchanges(), 2);
});

test("a stored token that the service refuses is exchanged, and the new one shared", async () => {
  const storage = createStorage();
  const service = fakeService({
    answer: ({ authorization }) =>
      authorization === "Bearer token-1" ? new Response(null, { status: 401 }) : undefined,
  });
  for (let i = 0; i < 3; i += 1)
    await clientOf(service, { tokens: createTokenStore(storage) }).features.page("svc:hotspots");
  assert.equal(service.exchanges(), 2);
});

test("where no earlier token is taken any longer, the one that others share is not tried", async () => {
  const storage = createStorage();
  const taken = new Set(["Bearer token-1"]);
  const service = fakeService({
    answer: ({ authorization }) =>
      taken.has(authorization!) ? undefined : new Response(null, { status: 401 }),
  });
  const [one, other] = [0, 1].map(() =>
    clientOf(service, { tokens: createTokenStore(storage) }),
  ) as [ReturnType<typeof clientOf>, ReturnType<typeof clientOf>];
  await one.features.page("svc:hotspots");
  taken.clear();
  taken.add("Bearer token-2");
  await other.features.page("svc:hotspots");
  taken.clear();
  taken.add("Bearer token-3");
  await one.features.page("svc:hotspots");
  assert.equal(service.exchanges(), 3);
});

test("a store that is down or contains nonsense costs an exchange, not the call", async () => {
  const down = {
    getItem: () => Promise.reject(new Error("down")),
    setItem: () => Promise.reject(new Error("down")),
  };
  for (const kept of ["nonsense", '{"token":1}', 7, { token: "x" }, "%%%"]) {
    for (const options of [{}, { encryptionKey }]) {
      const service = fakeService();
      const nonsense = { getItem: async () => kept, setItem: async () => {} };
      await clientOf(service, { tokens: createTokenStore(nonsense, options) }).features.page(
        "svc:hotspots",
      );
      await clientOf(service, { tokens: createTokenStore(down, options) }).features.page(
        "svc:hotspots",
      );
      assert.equal(service.exchanges(), 2);
    }
  }
});
