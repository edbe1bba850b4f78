import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Client,
  combineClients,
  createClient,
  type Fetch,
  type MissingService,
} from "../src/index.ts";

/** A service with simulations of these ids, in pages of two; undefined: it has no such list. */
function fetchOf(ids: readonly string[] | undefined, sent: URL[] = []): Fetch {
  return (async (input: string) => {
    const url = new URL(input);
    sent.push(url);
    if (!ids) return Response.json({ title: "Not Found" }, { status: 404 });
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const items = ids.slice(from, from + 2).map((id) => ({
      ...{ id, status: "COMPLETED", latitude: 0, longitude: 0, model: "m", durationHours: 24 },
      ...{ ensembleMembers: 1, auto: false, createdAt: "2026-01-01T00:00:00Z" },
      ...{ clusterId: null, fireName: null, locationName: null, burnedAreaM2: null },
    }));
    return Response.json({ items, nextCursor: from + 2 < ids.length ? String(from + 2) : null });
  }) as Fetch;
}

const broken = (async () => new Response(null, { status: 500 })) as unknown as Fetch;

function combined(services: Readonly<Record<string, Fetch>>): Client {
  const clients = Object.entries(services).map(([name, fetch]) => ({
    name,
    client: createClient({ baseUrl: `https://${name}.example`, fetch, retry: { maxRetries: 0 } }),
  }));
  return combineClients(clients, { listTimeoutMs: 50 });
}

async function idsOf({ simulations }: Client, service?: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of simulations.iterate({ pageSize: 2, service })) ids.push(id);
  return ids;
}

test("the only service that has simulations is asked, page by page, by its name in ids and cursors", async () => {
  const sent: URL[] = [];
  const client = combined({
    west: fetchOf(undefined, sent),
    east: fetchOf(["a", "b", "c"]),
    sea: fetchOf([]),
  });
  assert.deepEqual(await idsOf(client), ["east:a", "east:b", "east:c"]);
  assert.equal(sent.length, 1);
  const { nextCursor } = await client.simulations.page({ limit: 2 });
  assert.equal(nextCursor, "east:2");
  assert.deepEqual(
    (await client.simulations.page({ cursor: nextCursor!, service: "east" })).items.length,
    1,
  );
});

test("where several have simulations, one has to be chosen by its name", async () => {
  const client = combined({ west: fetchOf(["a"]), east: fetchOf(["a", "b", "c"]) });
  await assert.rejects(idsOf(client), {
    code: "invalid-request",
    message:
      /\(west, east\): choose one, as service "west" of a list.*or as collection "west:simulations"/,
  });
  assert.deepEqual(await idsOf(client, "east"), ["east:a", "east:b", "east:c"]);
  await assert.rejects(idsOf(client, "esat"), {
    code: "invalid-request",
    message: /no service "esat"; did you mean east\? The services are west, east\./,
  });
});

test("no list is read without saying which service did not answer", async () => {
  const missing: MissingService[] = [];
  const client = combined({ west: broken, east: fetchOf(["a"]) });
  const { items } = await client.simulations.page({ onMissing: (each) => missing.push(each) });
  assert.deepEqual(
    items.map(({ id }) => id),
    ["east:a"],
  );
  assert.deepEqual(
    missing.map(({ name, error }) => [name, error.code]),
    [["west", "service"]],
  );
  await assert.rejects(client.simulations.page({ service: "west" }), {
    code: "service",
    service: "west",
  });
});

test("without any service that has simulations the list is not found", async () => {
  const client = combined({ west: fetchOf(undefined), east: fetchOf(undefined) });
  await assert.rejects(client.simulations.page(), { code: "not-found" });
  await assert.rejects(client.simulations.page({ service: "west" }), {
    code: "not-found",
    message: "Service west has no simulations.",
  });
});

test("a cursor of another list is refused, such as one of the merged list of earlier versions", async () => {
  const client = combined({ west: fetchOf(["a"]), east: fetchOf(["a", "b", "c"]) });
  for (const query of [
    { cursor: "1767225600000,,east:20:2:a" },
    { cursor: "x" },
    { cursor: "east:2", service: "west" },
  ])
    await assert.rejects(client.simulations.page(query), {
      code: "invalid-request",
      message: /begin again without cursor/,
    });
});

test("a client of one service has no service to choose", async () => {
  const client = createClient({ baseUrl: "https://east.example", fetch: fetchOf(["a"]) });
  await assert.rejects(client.simulations.page({ service: "east" }), {
    message: /There is one service: leave it out/,
  });
});
