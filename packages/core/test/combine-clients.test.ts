import assert from "node:assert/strict";
import { test } from "node:test";
import {
  combineClients,
  createCircuit,
  createClient,
  type Fetch,
  type MissingService,
} from "../src/index.ts";
import { fakeClock, idsOf, pageOf, points } from "./support/fake-service.ts";

interface Sent {
  readonly url: URL;
  readonly authorization: string | null;
  readonly signal: AbortSignal | null;
}

type Answer = (url: URL) => Response | Promise<Response> | undefined;

/** A service on a host of its own that answers for these collections. */
function serviceOf(name: string, collections: readonly string[], answer: Answer = () => undefined) {
  const sent: Sent[] = [];
  const features = points(25).map((each) => ({ ...each, properties: { service: name } }));
  const fetch = (async (input: string, init: RequestInit = {}) => {
    const url = new URL(input);
    const authorization = new Headers(init.headers).get("authorization");
    sent.push({ url, authorization, signal: init.signal ?? null });
    const special = await answer(url);
    if (special) return special;
    const path = decodeURIComponent(url.pathname.replace("/ogc/features/v1/", ""));
    if (path === "collections")
      return Response.json({ collections: collections.map((id) => ({ id, links: [] })) });
    const id = collections.find((each) => path === `collections/${each}`);
    if (id !== undefined) return Response.json({ id, title: name, links: [] });
    if (collections.some((each) => path === `collections/${each}/items`))
      return pageOf(features, url);
    if (collections.some((each) => path.startsWith(`collections/${each}/items/`)))
      return Response.json({ ...features[0], id: path.split("/").at(-1) });
    return new Response(null, { status: 404 });
  }) as Fetch;
  return { name, sent, fetch, baseUrl: `https://${name}.example` };
}

type TestService = ReturnType<typeof serviceOf>;

function combined(
  services: readonly TestService[],
  options: Parameters<typeof combineClients>[1] = {},
  own: Partial<Parameters<typeof createClient>[0]> = {},
  listLimits: Readonly<Record<string, number>> = {},
) {
  const clients = services.map(({ name, fetch, baseUrl }) => ({
    name,
    listTimeoutMs: listLimits[name],
    client: createClient({
      baseUrl,
      fetch,
      token: `token-of-${name}`,
      retry: { maxRetries: 0 },
      ...own,
    }),
  }));
  return combineClients(clients, options);
}

const hangs: Answer = () => new Promise(() => {});
const fails: Answer = () => new Response(null, { status: 503 });

test("equal ids in two services are two collections, and each call goes to its service alone", async () => {
  const a = serviceOf("ni", ["svc:hotspots", "perimeters"]);
  const b = serviceOf("nifc", ["svc:hotspots"]);
  const client = combined([a, b]);
  const listed = await client.collections.list();
  assert.deepEqual(
    listed.map(({ id }) => id),
    ["ni:svc:hotspots", "ni:perimeters", "nifc:svc:hotspots"],
  );
  a.sent.length = 0;
  b.sent.length = 0;
  const { id, title } = await client.collections.get("nifc:svc:hotspots");
  assert.deepEqual([id, title], ["nifc:svc:hotspots", "nifc"]);
  const { features } = await client.features.page("nifc:svc:hotspots", { limit: 1 });
  assert.deepEqual(features[0]!.properties, { service: "nifc" });
  assert.equal(
    (await idsOf(client.features.iterate("nifc:svc:hotspots", { pageSize: 7 }))).length,
    25,
  );
  assert.equal((await client.features.get("nifc:svc:hotspots", "f3")).id, "f3");
  assert.equal((await client.features.count("nifc:svc:hotspots")).count, 25);
  assert.match(
    client.features.url("nifc:svc:hotspots"),
    /^https:\/\/nifc\.example\/.*svc:hotspots/,
  );
  assert.equal(a.sent.length, 0);
  assert.deepEqual(
    new Set(b.sent.map(({ authorization }) => authorization)),
    new Set(["Bearer token-of-nifc"]),
  );
});

test("ids with odd characters keep them behind the name of their service", async () => {
  const ids = ["a:b:c", "x/y", "ü ?&#", "constructor", "ni"];
  const client = combined([serviceOf("ni", ids), serviceOf("other", [])]);
  const listed = (await client.collections.list()).map(({ id }) => id);
  assert.deepEqual(
    listed,
    ids.map((id) => `ni:${id}`),
  );
  for (const id of listed) {
    assert.equal((await client.collections.get(id)).id, id);
    assert.equal((await client.features.page(id, { limit: 2 })).features.length, 2);
  }
});

test("a cursor of a page continues in the same service", async () => {
  const client = combined([serviceOf("a", ["points"]), serviceOf("b", ["points"])]);
  const first = await client.features.page("b:points", { limit: 10 });
  const rest = await idsOf(client.features.iterate("b:points", { cursor: first.next! }));
  assert.deepEqual(
    rest,
    points(25)
      .slice(10)
      .map(({ id }) => id),
  );
});

test("an id without the name of a service is not found, and nothing is sent", async () => {
  const services = [serviceOf("a", ["points"]), serviceOf("b", ["points"])];
  const client = combined(services);
  for (const id of ["points", "c:points", "__proto__:points", "", ":points", "A:points"]) {
    await assert.rejects(client.collections.get(id), { code: "not-found", attempts: 0 });
    await assert.rejects(idsOf(client.features.iterate(id)), { code: "not-found" });
  }
  assert.deepEqual(
    services.flatMap(({ sent }) => sent),
    [],
  );
});

test("names have to be plain and unique; one client needs none", async () => {
  const { client } = { client: createClient({ baseUrl: "https://one.example" }) };
  for (const name of ["", "A", "a:b", "1a", "a b", "a".repeat(33)]) {
    assert.throws(() => combineClients([{ name, client }]), {
      code: "invalid-request",
      message: /name/,
    });
  }
  const twice = [
    { name: "a", client },
    { name: "a", client },
  ];
  assert.throws(() => combineClients(twice), {
    code: "invalid-request",
    message: /Two services are named a/,
  });
  assert.throws(() => combineClients([]), { code: "invalid-request" });
  assert.equal(combineClients([{ name: "a", client }]), client);
});

test("a list is without a service that fails or refuses, and says which and why", async () => {
  const refuses: Answer = () => new Response(null, { status: 401 });
  const services = [
    serviceOf("up", ["points"]),
    serviceOf("down", ["points"], fails),
    serviceOf("refusing", ["points"], refuses),
    serviceOf("unlisted", [], () => new Response(null, { status: 404 })),
  ];
  const missing: MissingService[] = [];
  const listed = await combined(services).collections.list({
    onMissing: (each) => missing.push(each),
  });
  assert.deepEqual(
    listed.map(({ id }) => id),
    ["up:points"],
  );
  const told = missing.map(({ name, error }) => [name, error.code, error.service]).sort();
  assert.deepEqual(told, [
    ["down", "service", "down"],
    ["refusing", "authentication", "refusing"],
  ]);
});

test("if no service answers, the list fails with the error of the first", async () => {
  const services = [serviceOf("a", [], fails), serviceOf("b", [], hangs)];
  await assert.rejects(combined(services, { listTimeoutMs: 20 }).collections.list(), {
    code: "service",
    service: "a",
    message: /^Service a: /,
  });
});

test("a service that hangs is left out of the list, and not asked again for 10 s", async () => {
  const clock = fakeClock();
  const [up, hanging] = [serviceOf("up", ["points"]), serviceOf("hanging", ["points"], hangs)];
  const client = combined([hanging, up], { listTimeoutMs: 20, clock });
  const list = async () => {
    const missing: string[] = [];
    const listed = await client.collections.list({ onMissing: ({ name }) => missing.push(name) });
    return [listed.map(({ id }) => id), missing];
  };
  for (let i = 0; i < 3; i++) assert.deepEqual(await list(), [["up:points"], ["hanging"]]);
  assert.deepEqual([hanging.sent.length, up.sent.length], [1, 3]);
  clock.pass(10_001);
  await list();
  assert.equal(hanging.sent.length, 2);
});

test("a list waits for a service no longer than its own limit, for the others as long as for all", async () => {
  const hanging = serviceOf("hanging", ["points"], hangs);
  const up = serviceOf("up", ["points"]);
  // A list that waited for the limit of all would not end before the test does.
  const client = combined([hanging, up], { listTimeoutMs: 2 ** 31 - 1 }, {}, { hanging: 20 });
  const missing: string[] = [];
  const listed = await client.collections.list({ onMissing: ({ name }) => missing.push(name) });
  assert.equal(listed.length, 1);
  assert.deepEqual(missing, ["hanging"]);
  assert.throws(() => combined([hanging, up], {}, {}, { up: 0 }), { code: "invalid-request" });
});

test("a circuit refuses requests to its own service alone", async () => {
  const clock = fakeClock();
  const down = serviceOf("down", ["points"], () => Promise.reject(new TypeError("no connection")));
  const up = serviceOf("up", ["points"]);
  const circuits = [
    createCircuit({ maxFailures: 1, clock }),
    createCircuit({ maxFailures: 1, clock }),
  ];
  const client = combineClients(
    [down, up].map(({ name, fetch, baseUrl }, i) => ({
      name,
      client: createClient({
        baseUrl,
        fetch,
        circuit: circuits[i]!,
        retry: { maxRetries: 0 },
        clock,
      }),
    })),
  );
  for (let i = 0; i < 5; i++) {
    await assert.rejects(client.features.page("down:points"), { code: "network", service: "down" });
    assert.equal((await client.features.page("up:points")).features.length, 25);
  }
  assert.deepEqual([down.sent.length, up.sent.length], [1, 5]);
  assert.deepEqual(
    circuits.map(({ state }) => state),
    ["open", "closed"],
  );
});

test("no service gets the token of another, by redirects, links or paths", async () => {
  const b = serviceOf("b", ["points"]);
  const elsewhere = "https://b.example/ogc/features/v1/collections/points/items?offset=10";
  const [redirected, linked] = [
    serviceOf(
      "a",
      ["points"],
      () => new Response(null, { status: 302, headers: { location: elsewhere } }),
    ),
    serviceOf("a", ["points"], (url) =>
      pageOf(points(25), url, { links: [{ rel: "next", href: elsewhere }] }),
    ),
  ];
  // Both answer to any host, so that a request to the other's would be seen.
  await assert.rejects(combined([redirected, b]).features.page("a:points"), { service: "a" });
  await assert.rejects(combined([linked, b]).features.page("a:points"), { code: "response" });
  await assert.rejects(combined([redirected, b]).request("a:https://b.example/"), {
    code: "invalid-request",
  });
  for (const { sent } of [redirected, linked])
    assert.deepEqual(new Set(sent.map(({ url }) => url.host)), new Set(["a.example"]));
  assert.deepEqual(b.sent, []);
});

test("two services on one host with different tokens stay apart", async () => {
  const host = serviceOf("host", ["points"], (url) =>
    url.pathname.endsWith("/items")
      ? pageOf(points(25), url, {
          links: [
            { rel: "next", href: "https://host.example/b/collections/points/items?offset=10" },
          ],
        })
      : undefined,
  );
  const client = combineClients(
    ["a", "b"].map((name) => ({
      name,
      client: createClient({
        baseUrl: `https://host.example/${name}`,
        featuresPath: "",
        fetch: host.fetch,
        token: `token-of-${name}`,
      }),
    })),
  );
  await assert.rejects(client.features.page("a:points", { limit: 10 }), { code: "response" });
  assert.deepEqual(
    host.sent.map(({ url, authorization }) => [url.pathname, authorization]),
    [["/a/collections/points/items", "Bearer token-of-a"]],
  );
});

test("a caller who leaves ends the requests to all services", async () => {
  const services = [serviceOf("a", [], hangs), serviceOf("b", [], hangs)];
  const client = combined(services);
  for (const list of ["collections", "simulations"] as const) {
    const leaving = new AbortController();
    const missing: string[] = [];
    const options = {
      signal: leaving.signal,
      onMissing: ({ name }: MissingService) => missing.push(name),
    };
    const listing =
      list === "collections" ? client.collections.list(options) : client.simulations.page(options);
    const rejected = assert.rejects(listing, { code: "aborted" });
    while (services.some(({ sent }) => sent.length === 0)) await new Promise(setImmediate);
    leaving.abort();
    await rejected;
    for (const { sent } of services) {
      assert.deepEqual(
        sent.map(({ signal }) => signal?.aborted),
        [true],
      );
      sent.length = 0;
    }
    assert.deepEqual(missing, []);
  }
});

test("a request names its service in front of the path", async () => {
  const [a, b] = [serviceOf("a", []), serviceOf("b", ["points"])];
  const response = await combined([a, b]).request("b:ogc/features/v1/collections");
  assert.deepEqual(await response.json(), { collections: [{ id: "points", links: [] }] });
  assert.equal(a.sent.length, 0);
});
