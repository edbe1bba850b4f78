import assert from "node:assert/strict";
import { test } from "node:test";
import { anyServer, type FeaturePage } from "../src/index.ts";
import { baseUrl, clientOf, fakeService, idsOf, pageOf, points } from "./support/fake-service.ts";

const features = points(25);
const allIds = features.map(({ id }) => id);

test("a listing gives every feature once, whatever the page size, with and without prefetch", async () => {
  for (const pageSize of [1, 7, 10, 25, 1000]) {
    for (const prefetch of [false, true]) {
      const service = fakeService({ features });
      const ids = await idsOf(
        clientOf(service).features.iterate("svc:hotspots", { pageSize, prefetch }),
      );
      assert.deepEqual(ids, allIds);
      assert.equal(service.requests().length, Math.ceil(25 / pageSize));
    }
  }
});

test("ids that are one number in double precision are two features, and keep their digits", async () => {
  const texts = ["9007199254740992", "9007199254740993", "-9007199254740993"];
  const point = (id: string) =>
    `{"type":"Feature","id":${id},"geometry":null,"properties":{"id":${id}}}`;
  const answer = () =>
    new Response(`{"type":"FeatureCollection","features":[${texts.map(point)}]}`);
  for (const more of [{}, { server: anyServer }, { pause: () => undefined }]) {
    const client = clientOf(fakeService({ answer }), more);
    const found: string[][] = [];
    for await (const { id, properties } of client.features.iterate("svc:hotspots", more))
      found.push([String(id), String(properties?.id)]);
    assert.deepEqual(
      found,
      texts.map((text) => [text, text]),
    );
  }
});

test("a limit ends a listing, and no request asks for more than the rest", async () => {
  const service = fakeService({ features });
  const ids = await idsOf(
    clientOf(service).features.iterate("svc:hotspots", { pageSize: 10, limit: 14, prefetch: true }),
  );
  assert.deepEqual(ids, allIds.slice(0, 14));
  assert.deepEqual(
    service.requests().map(({ url }) => url.searchParams.get("limit")),
    ["10", "4"],
  );
});

test("a listing continues from the next of any page", async () => {
  const client = clientOf(fakeService({ features }));
  const pages: FeaturePage[] = [];
  for await (const page of client.features.pages("svc:hotspots", { pageSize: 10 }))
    pages.push(page);
  assert.equal(pages.at(-1)?.next, null);
  const cursor = pages[0]!.next!;
  assert.ok(!cursor.includes("://") && cursor.startsWith("collections/svc:hotspots/items?"));
  assert.deepEqual(
    await idsOf(client.features.iterate("svc:hotspots", { cursor })),
    allIds.slice(10),
  );
  assert.deepEqual(
    (await client.features.page("svc:hotspots", { cursor })).features,
    features.slice(10, 20),
  );
});

test("the service's additions for the next page are a cursor for the same query, and cannot change it", async () => {
  const client = clientOf(fakeService({ features }));
  const query = { limit: 10, datetime: "2025-01-01T00:00:00Z/.." };
  const first = await client.features.page("svc:hotspots", query);
  assert.ok(!first.added!.includes("datetime") && !first.added!.includes("limit"), first.added!);
  const cursor = first.added!;
  assert.deepEqual(
    (await client.features.page("svc:hotspots", { ...query, cursor })).features,
    features.slice(10, 20),
  );
  for (const altered of ["&datetime=2020-01-01T00:00:00Z", "&limit=10001", "&bbox=0,0,1,1"]) {
    await assert.rejects(client.features.page("svc:hotspots", { ...query, cursor: altered }), {
      code: "invalid-request",
    });
  }
});

/** A service whose links count pages from the given first number on, instead of features. */
function servicePagedByNumber(name: string, first: number): ReturnType<typeof fakeService> {
  return fakeService({
    answer: ({ url }) => {
      const limit = Number(url.searchParams.get("limit"));
      const number = Number(url.searchParams.get(name) ?? first) - first;
      const shown = new URL(url);
      shown.searchParams.set("offset", String(number * limit));
      const isLast = (number + 1) * limit >= features.length;
      const links = isLast ? [] : [{ rel: "next", href: `?${name}=${number + 1 + first}` }];
      return pageOf(features, shown, { links });
    },
  });
}

test("a listing continues from the service's additions with another page size", async () => {
  const query = { bbox: [-1, -1, 1, 1] as [number, number, number, number], filter: "n < 99" };
  const offsetOnly = fakeService({
    answer: ({ url }) => {
      const end = Number(url.searchParams.get("offset")) + Number(url.searchParams.get("limit"));
      return pageOf(features, url, {
        links: end < 25 ? [{ rel: "next", href: `?offset=${end}` }] : [],
      });
    },
  });
  // The usual answer's next link has the limit, the offset and the whole query.
  const services = [fakeService({ features }), offsetOnly];
  const numbered = [servicePagedByNumber("page", 1), servicePagedByNumber("p", 0)];
  for (const service of [...services, ...numbered]) {
    const client = clientOf(service);
    for (const limit of [2, 4]) {
      const { added } = await client.features.page("svc:hotspots", { ...query, limit });
      for (const pageSize of [1, 4, 9, 1000]) {
        const rest = { ...query, cursor: added!, pageSize };
        assert.deepEqual(
          await idsOf(client.features.iterate("svc:hotspots", rest)),
          allIds.slice(limit),
        );
      }
    }
  }
  for (const service of services) {
    const large = service
      .requests()
      .map(({ url }) => url.searchParams)
      .filter((params) => params.get("limit") === "1000");
    assert.deepEqual(
      large.map((params) => params.get("offset")),
      ["2", "4"],
    );
  }
});

test("a page of a listing states the request that was sent for it", async () => {
  const service = fakeService({ features });
  const shown: string[] = [];
  for await (const page of clientOf(service).features.pages("svc:hotspots", {
    bbox: [-1, -1, 1, 1],
    pageSize: 10,
    limit: 24,
  }))
    shown.push(page.url);
  assert.equal(shown.length, 3);
  assert.deepEqual(
    shown.map((url) => new URL(url).href),
    service.requests().map(({ url }) => url.href),
  );
});

test("the next page is prefetched only on request", async () => {
  for (const prefetch of [false, true]) {
    const service = fakeService({ features });
    for await (const _ of clientOf(service).features.pages("svc:hotspots", {
      pageSize: 10,
      prefetch,
    }))
      break;
    assert.equal(service.requests().length, prefetch ? 2 : 1);
  }
});

test("a relative next link is followed, and so is one with the colon encoded", async () => {
  for (const href of [
    "items?offset=10",
    "/ogc/features/v1/collections/svc%3Ahotspots/items?offset=10",
  ]) {
    const service = fakeService({
      features,
      answer: ({ url }) =>
        url.searchParams.has("offset")
          ? undefined
          : pageOf(features, url, { links: [{ rel: "next", href }] }),
    });
    assert.deepEqual(
      await idsOf(clientOf(service).features.iterate("svc:hotspots", { pageSize: 10 })),
      allIds,
    );
  }
});

test("a selection that a next link lost is restored, and the link's other parameters stay", async () => {
  const service = fakeService({
    features,
    answer: ({ url }) => {
      const offset = Number(url.searchParams.get("offset") ?? 0) + 10;
      return pageOf(features, url, {
        links: offset < 25 ? [{ rel: "next", href: `?offset=${offset}&buster=7` }] : [],
      });
    },
  });
  const query = {
    bbox: [1, 2, 3, 4] as const,
    filter: "n > 3",
    crs: "http://x.example/crs",
    pageSize: 10,
  };
  assert.deepEqual(await idsOf(clientOf(service).features.iterate("svc:hotspots", query)), allIds);
  for (const { url } of service.requests().slice(1)) {
    const { bbox, filter, crs, limit, buster } = Object.fromEntries(url.searchParams);
    assert.deepEqual(
      { bbox, filter, crs, limit, buster },
      { bbox: "1,2,3,4", filter: "n > 3", crs: "http://x.example/crs", limit: "10", buster: "7" },
    );
  }
});

test("a next link that leads elsewhere is an error, and nothing is sent there", async () => {
  const foreign = [
    "https://other.example/ogc/features/v1/collections/svc:hotspots/items?offset=10",
    "http://service.example/ogc/features/v1/collections/svc:hotspots/items?offset=10",
    "https://service.example:8443/ogc/features/v1/collections/svc:hotspots/items?offset=10",
    "https://user:pass@service.example/ogc/features/v1/collections/svc:hotspots/items?offset=10",
    "//other.example/ogc/features/v1/collections/svc:hotspots/items",
    "../../../../../admin?offset=10",
    "../svc:satellite-perimeters/items?offset=10",
    "javascript:alert(1)",
    "http://[",
  ];
  for (const href of foreign) {
    const service = fakeService({
      answer: ({ url }) => pageOf(features, url, { links: [{ rel: "next", href }] }),
    });
    await assert.rejects(
      idsOf(clientOf(service).features.iterate("svc:hotspots", { pageSize: 10 })),
      { code: "response" },
    );
    assert.equal(service.requests().length, 1);
  }
});

test("a listing that repeats a link ends with an error", async () => {
  for (const loop of [
    ["?a=1", "?a=1"],
    ["?a=1", "?a=2", "?a=1"],
  ]) {
    const service = fakeService({
      answer: (_, count) =>
        Response.json({
          type: "FeatureCollection",
          features: [{ ...features[0], id: count }],
          links: [{ rel: "next", href: loop[count - 1] ?? "?a=9" }],
        }),
    });
    await assert.rejects(idsOf(clientOf(service).features.iterate("svc:hotspots")), {
      code: "response",
    });
    assert.ok(service.requests().length <= loop.length);
  }
});

test("a listing that repeats an earlier page under a new link ends with an error", async () => {
  for (const order of [
    [0, 0],
    [0, 10, 0],
  ]) {
    const service = fakeService({
      answer: ({ url }, count) => {
        const shown = new URL(url);
        shown.searchParams.set("offset", String(order[(count - 1) % order.length]));
        return pageOf(features, shown, { links: [{ rel: "next", href: `?page=${count}` }] });
      },
    });
    await assert.rejects(
      idsOf(clientOf(service).features.iterate("svc:hotspots", { pageSize: 10 })),
      { code: "response" },
    );
  }
});

test("features repeated on the next page are returned once", async () => {
  const service = fakeService({
    answer: ({ url }) => {
      const shown = new URL(url);
      const offset = Number(url.searchParams.get("offset") ?? 0);
      shown.searchParams.set("offset", String(Math.max(0, offset - 3)));
      return pageOf(features, shown, {
        links: offset < 20 ? [{ rel: "next", href: `?offset=${offset + 10}` }] : [],
      });
    },
  });
  const ids = await idsOf(
    clientOf(service).features.iterate("svc:hotspots", { pageSize: 10 }),
  ).catch((error) => error);
  // Pages 0-9, 7-16, 17-26.
  assert.deepEqual(ids, allIds);
});

test("a feature repeated pages later is an error, in a listing of any length", async () => {
  const many = points(30_000);
  for (const again of [0, 4_321, 29_000]) {
    const service = fakeService({
      answer: ({ url }) => {
        const offset = Number(url.searchParams.get("offset") ?? 0);
        const page = many.slice(offset, offset + 1000);
        if (offset === 29_000) page[7] = many[again]!;
        const links = offset < 29_000 ? [{ rel: "next", href: `?offset=${offset + 1000}` }] : [];
        return Response.json({ type: "FeatureCollection", features: page, links });
      },
    });
    const ids = idsOf(clientOf(service).features.iterate("svc:hotspots"));
    // The last one is repeated on its own page, where it is left out.
    if (again === 29_000) assert.equal((await ids).length, 29_999);
    else
      await assert.rejects(ids, {
        code: "response",
        message: new RegExp(`"f${again}" already came`),
      });
  }
});

test("all features may be requested on one page, and each still comes once", async () => {
  const listing = clientOf(fakeService({ features })).features.iterate("svc:hotspots", {
    pageSize: 10,
  });
  const iterator = listing[Symbol.asyncIterator]();
  const results = await Promise.all(Array.from({ length: 30 }, () => iterator.next()));
  assert.deepEqual(
    results.filter(({ done }) => !done).map(({ value }) => value.id),
    allIds,
  );
});

test("a listing that ends too early is an error, not an answer", async () => {
  const lostLink = fakeService({
    answer: ({ url }) =>
      url.searchParams.get("offset") === "10" ? pageOf(features, url, { links: [] }) : undefined,
  });
  const lostPage = fakeService({
    answer: ({ url }) => {
      if (url.searchParams.has("offset")) return undefined;
      return pageOf(features, url, { links: [{ rel: "next", href: "?offset=20" }] });
    },
  });
  for (const service of [lostLink, lostPage]) {
    await assert.rejects(
      idsOf(clientOf(service).features.iterate("svc:hotspots", { pageSize: 10 })),
      { code: "response" },
    );
  }
});

test("the end of a continued listing is checked if the number of features read before is known", async () => {
  const lostLink = fakeService({
    answer: ({ url }) =>
      url.searchParams.get("offset") === "14" ? pageOf(features, url, { links: [] }) : undefined,
  });
  const { features: listed } = clientOf(lostLink);
  const { added } = await listed.page("svc:hotspots", { limit: 4 });
  const rest = { cursor: added!, pageSize: 10 };
  assert.deepEqual(await idsOf(listed.iterate("svc:hotspots", rest)), allIds.slice(4, 24));
  await assert.rejects(idsOf(listed.iterate("svc:hotspots", { ...rest, readBefore: 4 })), {
    code: "response",
    message: /ends after 24 features although 25 match/,
  });
  const whole = clientOf(fakeService({ features })).features;
  assert.deepEqual(
    await idsOf(whole.iterate("svc:hotspots", { ...rest, readBefore: 4 })),
    allIds.slice(4),
  );
});

test("features added or deleted while a listing runs are not an error", async () => {
  for (const change of [3, -3]) {
    const service = fakeService({
      answer: ({ url }, count) =>
        pageOf(features, url, {
          numberMatched: 25 + (count === 1 ? 0 : change) - (change < 0 ? 3 : 0),
        }),
    });
    const ids = await idsOf(clientOf(service).features.iterate("svc:hotspots", { pageSize: 10 }));
    assert.equal(ids.length, 25);
  }
});

test("a page shorter than its limit does not end a listing", async () => {
  const service = fakeService({
    answer: ({ url }) => {
      const offset = Number(url.searchParams.get("offset") ?? 0);
      const part = features.slice(offset, offset + 4);
      const links = offset + 4 < 25 ? [{ rel: "next", href: `?offset=${offset + 4}` }] : [];
      return Response.json({ type: "FeatureCollection", features: part, links });
    },
  });
  assert.deepEqual(
    await idsOf(clientOf(service).features.iterate("svc:hotspots", { pageSize: 10 })),
    allIds,
  );
});

test("a page with a wrong numberReturned, or with more features than requested, is an error", async () => {
  for (const change of [
    { numberReturned: 9 },
    { features: points(11), numberReturned: 11 },
    { numberMatched: -1 },
  ]) {
    const service = fakeService({ answer: ({ url }) => pageOf(features, url, change) });
    await assert.rejects(clientOf(service).features.page("svc:hotspots", { limit: 10 }), {
      code: "response",
    });
  }
});

test("an invalid feature is an error that says where it is, or is left out and counted", async () => {
  const broken = [
    features[0],
    { ...features[1], geometry: { type: "Point", coordinates: [1] } },
    features[2],
  ];
  const service = fakeService({
    answer: () => Response.json({ type: "FeatureCollection", features: broken }),
  });
  const client = clientOf(service);
  await assert.rejects(client.features.page("svc:hotspots"), {
    code: "response",
    message: /features\[1\]\.geometry\.coordinates: expected a position/,
  });
  const page = await client.features.page("svc:hotspots", { onInvalid: "skip" });
  assert.deepEqual([page.features.length, page.skipped], [2, 1]);
});

test("coordinates are degrees, or any of a CRS that was asked for", async () => {
  const at = (lon: number, lat: number) => ({
    ...features[0],
    geometry: { type: "Point", coordinates: [lon, lat] },
  });
  const service = fakeService({
    answer: () =>
      Response.json({
        type: "FeatureCollection",
        features: [at(-13_491_922, 4_912_000), at(10, 95), at(-42, -121), at(190, -42)],
      }),
  });
  const client = clientOf(service);
  const page = await client.features.page("svc:hotspots", { onInvalid: "skip" });
  assert.deepEqual([page.features.length, page.skipped], [1, 3]);
  const crs = "http://www.opengis.net/def/crs/EPSG/0/3857";
  const asked = await client.features.page("svc:hotspots", { crs });
  assert.equal(asked.features.length, 4);
});

test("a cursor of another listing, host or shape is refused before any request", async () => {
  const service = fakeService();
  const client = clientOf(service);
  const cursors = [
    "",
    "https://other.example/collections/svc:hotspots/items",
    `${baseUrl}/ogc/features/v1/collections/svc:hotspots/items?offset=1`,
    "//other.example/collections/svc:hotspots/items",
    "collections/svc:satellite-perimeters/items?offset=10",
    "collections/../../../v1/token",
    "collections/svc:hotspots/items/../../../../../v1/token",
    "collections\\svc:hotspots\\items",
    "collections/svc:hotspots/items#x",
    "\u0000",
  ];
  for (const cursor of cursors) {
    await assert.rejects(client.features.page("svc:hotspots", { cursor }), {
      code: "invalid-request",
      attempts: 0,
    });
    await assert.rejects(idsOf(client.features.iterate("svc:hotspots", { cursor })), {
      code: "invalid-request",
    });
  }
  assert.equal(service.seen.length, 0);
});

test("simulations are listed over pages, each once, and a repeated cursor ends the listing", async () => {
  const simulation = (n: number): object => ({
    id: `s${n}`,
    status: "PAUSED",
    clusterId: null,
    fireName: null,
    locationName: null,
    latitude: 1,
    longitude: 2,
    model: "m",
    durationHours: 6,
    ensembleMembers: 10,
    burnedAreaM2: null,
    auto: true,
    createdAt: "2023-09-03T20:03:35Z",
    extra: 1,
  });
  const service = fakeService({
    answer: ({ url }) => {
      const start = Number(url.searchParams.get("cursor") ?? 0);
      const end = Math.min(start + Number(url.searchParams.get("limit")), 7);
      const items = Array.from({ length: end - start }, (_, i) => simulation(start + i));
      return Response.json({ items, nextCursor: end < 7 ? String(end) : null });
    },
  });
  const { simulations } = clientOf(service);
  const found: string[] = [];
  for await (const { id, status, extra } of simulations.iterate({
    pageSize: 3,
    since: "2023-01-01",
  }))
    found.push(`${id} ${status} ${extra}`);
  assert.deepEqual(
    found,
    Array.from({ length: 7 }, (_, i) => `s${i} PAUSED 1`),
  );
  assert.equal(
    service.requests()[0]!.url.href,
    `${baseUrl}/v1/fire-spread/simulations?since=2023-01-01&limit=3`,
  );
  const first = await simulations.page({ limit: 2 });
  assert.deepEqual([first.items.length, first.nextCursor], [2, "2"]);

  const loop = fakeService({
    answer: (_, count) => Response.json({ items: [simulation(count)], nextCursor: "again" }),
  });
  await assert.rejects(
    async () => {
      for await (const _ of clientOf(loop).simulations.iterate());
    },
    { code: "response" },
  );
});
