import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Client,
  combineClients,
  createClient,
  type Fetch,
  type MissingService,
  type Simulation,
} from "../src/index.ts";

function simulation(id: string, createdAt: string): Simulation {
  return {
    id,
    status: "COMPLETED",
    latitude: 0,
    longitude: 0,
    model: "m",
    durationHours: 24,
    ensembleMembers: 1,
    auto: false,
    createdAt,
    clusterId: null,
    fireName: null,
    locationName: null,
    burnedAreaM2: null,
    errorMessage: null,
  };
}

/** At this second of a day. */
function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
}

/** A list paged by keys, as services do: newer simulations do not move later pages. */
function listOf(list: Simulation[], answer: (url: URL) => Response | undefined = () => undefined) {
  const sent: URL[] = [];
  const fetch = (async (input: string) => {
    const url = new URL(input);
    sent.push(url);
    const special = answer(url);
    if (special) return special;
    const cursor = url.searchParams.get("cursor");
    const from = cursor === null ? 0 : list.findIndex(({ id }) => id === cursor) + 1;
    const items = list.slice(from, from + Number(url.searchParams.get("limit")));
    const isEnd = from + items.length >= list.length;
    return Response.json({ items, nextCursor: isEnd ? null : items.at(-1)!.id });
  }) as Fetch;
  return { fetch, sent, list };
}

function combined(lists: Readonly<Record<string, { fetch: Fetch }>>): Client {
  const clients = Object.entries(lists).map(([name, { fetch }]) => ({
    name,
    client: createClient({ baseUrl: `https://${name}.example`, fetch, retry: { maxRetries: 0 } }),
  }));
  return combineClients(clients, { listTimeoutMs: 50 });
}

async function pagesOf(client: Client, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Simulation[]; nextCursor: string | null } = await client.simulations.page({
      limit,
      ...(cursor !== null && { cursor }),
    });
    pages.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

test("the simulations of all services are one list, newest first, each once, with any page size", async () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(seconds, seconds, seconds),
      fc.integer({ min: 1, max: 9 }),
      async (given, limit) => {
        const lists = given.map((each) =>
          // Ids are equal in all services.
          each.sort((a, b) => b - a).map((second, i) => simulation(`s${i}`, at(second))),
        );
        const [a, b, c] = lists.map((list) => listOf(list));
        const client = combined({ a: a!, b: b!, c: c! });
        const expected = lists
          .flatMap((list, i) =>
            list.map(({ id, createdAt }) => ({ id: `${"abc"[i]}:${id}`, createdAt })),
          )
          // A stable sort by time keeps the order of the services, and each one's own.
          .sort((x, y) => (x.createdAt < y.createdAt ? 1 : x.createdAt > y.createdAt ? -1 : 0));
        const pages = await pagesOf(client, limit);
        assert.deepEqual(
          pages.flat(),
          expected.map(({ id }) => id),
        );
        assert.ok(pages.slice(0, -1).every(({ length }) => length === limit));
        const all: string[] = [];
        for await (const { id } of client.simulations.iterate({ pageSize: limit })) all.push(id);
        assert.deepEqual(all, pages.flat());
      },
    ),
    { numRuns: 100 },
  );
});

test("a simulation that begins while the list is read neither repeats nor hides another", async () => {
  const a = listOf([9, 7, 5, 3].map((second) => simulation(`a${second}`, at(second))));
  const b = listOf([8, 6, 4, 2].map((second) => simulation(`b${second}`, at(second))));
  const client = combined({ a, b });
  const first = await client.simulations.page({ limit: 3 });
  assert.deepEqual(
    first.items.map(({ id }) => id),
    ["a:a9", "b:b8", "a:a7"],
  );
  a.list.unshift(simulation("a20", at(20)), simulation("a19", at(19)));
  b.list.unshift(simulation("b18", at(18)));
  const rest = await client.simulations.page({ limit: 100, cursor: first.nextCursor! });
  assert.deepEqual(
    rest.items.map(({ id }) => id),
    ["b:b6", "a:a5", "b:b4", "a:a3", "b:b2"],
  );
});

test("a service without simulations adds none, and none of them is an error", async () => {
  const without = { fetch: (async () => new Response(null, { status: 404 })) as Fetch };
  const a = listOf([simulation("s", at(1))]);
  const missing: MissingService[] = [];
  const client = combined({ without, a });
  const page = await client.simulations.page({ onMissing: (each) => missing.push(each) });
  assert.deepEqual(
    page.items.map(({ id }) => id),
    ["a:s"],
  );
  assert.deepEqual(missing, []);
  await assert.rejects(combined({ without, other: without }).simulations.page(), {
    code: "not-found",
  });
});

test("a list without a service that does not answer says so on each of its pages", async () => {
  const hanging = { fetch: (() => new Promise(() => {})) as unknown as Fetch };
  const a = listOf([3, 2, 1].map((second) => simulation(`a${second}`, at(second))));
  const client = combined({ hanging, a });
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const missing: MissingService[] = [];
    const page: { items: Simulation[]; nextCursor: string | null } = await client.simulations.page({
      limit: 1,
      ...(cursor !== null && { cursor }),
      onMissing: (each) => missing.push(each),
    });
    ids.push(...page.items.map(({ id }) => id));
    assert.deepEqual(
      missing.map(({ name }) => name),
      ["hanging"],
    );
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(ids, ["a:a3", "a:a2", "a:a1"]);
});

test("a service that fails after the first page fails the page: a part would hide its simulations", async () => {
  const a = listOf([9, 7].map((second) => simulation(`a${second}`, at(second))));
  const b = listOf(
    [8, 6].map((second) => simulation(`b${second}`, at(second))),
    ({ searchParams }) =>
      searchParams.has("cursor") ? new Response(null, { status: 503 }) : undefined,
  );
  const client = combined({ a, b });
  const { nextCursor } = await client.simulations.page({ limit: 1 });
  await assert.rejects(client.simulations.page({ limit: 100, cursor: nextCursor! }), {
    code: "service",
    service: "b",
  });
});

test("a cursor repeated by a service ends the list with an error", async () => {
  const loop = listOf([], () => Response.json({ items: [], nextCursor: "again" }));
  const client = combined({ loop, a: listOf([]) });
  await assert.rejects(client.simulations.page(), { code: "response", service: "loop" });
});

test("a cursor is the service's own with a few characters more, none of which JSON escapes", async () => {
  const own = "WyJkZW1vIiwxNjkyOTE5MzEwMDAwXQ";
  const whole = [simulation("a2", at(2)), simulation("a1", at(1))];
  const first = listOf([], () => Response.json({ items: whole, nextCursor: own }));
  const client = combined({ a: first, b: listOf([]) });
  const cursor = (await client.simulations.page({ limit: 2 })).nextCursor!;
  assert.ok(cursor.includes(own) && cursor.length <= own.length + 10, cursor);
  const within = (await client.simulations.page({ limit: 1 })).nextCursor!;
  for (const each of [cursor, within]) assert.equal(JSON.stringify(each), `"${each}"`);
});

test("cursors of services may have any characters", async () => {
  const asked: (string | null)[] = [];
  const pages: (string | null)[] = ["=", "/", ',:%"é {}', null];
  const service = listOf([], (url) => {
    asked.push(url.searchParams.get("cursor"));
    const page = asked.length;
    const items = [simulation(`:,${page}`, at(10 - page))];
    return Response.json({ items, nextCursor: pages[page - 1] });
  });
  const client = combined({ a: service, b: listOf([]) });
  assert.deepEqual((await pagesOf(client, 1)).flat(), ["a::,1", "a::,2", "a::,3", "a::,4"]);
  assert.deepEqual(asked, [null, ...pages.slice(0, -1)]);
});

test("a cursor that is not of these services is refused before anything is sent", async () => {
  const [a, b] = [listOf([]), listOf([])];
  const client = combined({ a, b });
  const wrong = [
    "",
    "made-up",
    "null",
    "[]",
    ",",
    ",,a",
    ",,a:1",
    ",,c:1:=",
    ",,a:0:=",
    ",,a:1000:=",
    ",,a:1e1:=",
    ",,a:1:%",
    ",,a:1:=:s:s",
    ",c,a:1:=",
    "x,,a:1:=",
  ];
  for (const cursor of wrong)
    await assert.rejects(client.simulations.page({ cursor }), { code: "invalid-request" });
  await assert.rejects(client.simulations.page({ limit: 101 }), { code: "invalid-request" });
  assert.deepEqual([...a.sent, ...b.sent], []);
});
