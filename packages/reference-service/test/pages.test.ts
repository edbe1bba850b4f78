import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { browse } from "./browser-harness.ts";
import { featuresUrl, type Harness, rootUrl, start, testClient } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const perimetersPath = "/collections/svc:satellite-perimeters";
const hotspotsPath = "/collections/svc:hotspots";
const asPage = { headers: { Accept: "text/html" } };

/** Text without markup, with its entities read. */
function plain(markup: string): string {
  return markup
    .replace(/<style>.*<\/style>|<[^>]*>/gs, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** Links of HTML by their text; those of maps are named by their titles. */
function linksOf(html: string): Map<string, string> {
  const links = html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs);
  return new Map(Array.from(links, ([, href, text]) => [plain(text!).trim(), plain(href!)]));
}

const titleOf = (html: string) => plain(/<h1>(.*?)<\/h1>/s.exec(html)![1]!);
const trailOf = (html: string) =>
  Array.from(linksOf(/<nav class="trail".*?<\/nav>/s.exec(html)?.[0] ?? "").keys());
/** The cells of the table, row by row. */
const rowsOf = (html: string) =>
  Array.from(html.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row]) =>
    Array.from(row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs), ([, cell]) => plain(cell!).trim()),
  );

async function pageOf({ get }: Harness, path: string, status = 200): Promise<string> {
  const response = await get(path, asPage);
  assert.equal(response.status, status, path);
  return response.text();
}

const served = (files: Record<string, string>) => withFolder(files, (data) => start({ data }));

describe("the landing page", () => {
  it("says how much is served and how new it is", async () => {
    const harness = await served({
      "hotspots.geojsonl":
        pointLine("a", [1, 2], { datetime: "2026-07-20T21:55:00Z" }) +
        pointLine("b", [1, 2], { datetime: "2026-07-19T10:00:00Z" }),
      "perimeters.geojsonl": pointLine("c", [1, 2], { date: "2026-07-18" }),
    });
    const text = plain(await pageOf(harness, ""));
    assert.match(text, /Hotspots\s+2\s+newest 20 Jul 2026, 21:55 UTC/);
    assert.match(text, /Fire perimeters\s+1\s+newest 18 Jul 2026\s/);
    assert.match(text, /Static heat sources\s+0\s+without time/);
  });

  it("is where the root of the service leads", async () => {
    for (const basePath of ["", "/service"]) {
      const { get } = await start({ basePath });
      for (const path of basePath === "" ? ["/"] : [basePath, `${basePath}/`]) {
        const response = await get(rootUrl + path);
        assert.equal(response.status, 302);
        assert.equal(response.headers.get("Location"), `${rootUrl}${basePath}/ogc/features/v1`);
      }
    }
  });
});

it("links are titled by what they lead to, in JSON too", async () => {
  const harness = await start();
  const titles = async (path: string) =>
    (await harness.json(path)).links.map(({ title }: { title: string }) => title);
  assert.deepEqual(await titles(`${hotspotsPath}/items?limit=1`), [
    "These features as GeoJSON",
    "These features as JSON",
    "These features as a page",
    "The collection as JSON",
    "Queryables as JSON Schema",
    "Sortables as JSON Schema",
    "Next page",
  ]);
  const links = linksOf(await pageOf(harness, `${hotspotsPath}/items`));
  const data = await harness.get(links.get("Queryables as JSON Schema")!, asPage);
  assert.match(data.headers.get("Content-Type")!, /^application\/schema\+json/);
  for (const path of ["", "/collections", hotspotsPath, `${hotspotsPath}/items?limit=1`]) {
    for (const title of await titles(path)) assert.ok(title?.length > 3, `${path}: ${title}`);
  }
});

it("every page leads back: to the pages above it, and to the parts of the service", async () => {
  const harness = await start({ adminKey: "a-key-of-some-length" });
  const { features } = await harness.json(`${perimetersPath}/items?limit=1`);
  for (const [path, trail] of [
    ["/collections", ["Fire features"]],
    [perimetersPath, ["Fire features", "Collections"]],
    [`${perimetersPath}/items`, ["Fire features", "Collections", "Fire perimeters"]],
    [
      `${perimetersPath}/items/${features[0].id}`,
      ["Fire features", "Collections", "Fire perimeters", "Features"],
    ],
  ] as const) {
    const html = await pageOf(harness, path);
    assert.deepEqual(trailOf(html), trail);
    const links = linksOf(html);
    for (const part of ["Collections", "API"]) {
      assert.equal((await harness.get(links.get(part)!, asPage)).status, 200, part);
    }
    assert.equal(links.get("Settings"), `${rootUrl}/settings/api-clients`);
  }
});

describe("a page of features", () => {
  it("leads through all of them, forwards and back", async () => {
    const harness = await start();
    const seen: string[] = [];
    const ranges: string[] = [];
    let next: string | undefined = `${perimetersPath}/items?limit=20`;
    let last = "";
    for (; next; next = /rel="next" href="([^"]+)"/.exec(last)?.[1]?.replaceAll("&amp;", "&")) {
      last = await pageOf(harness, next);
      seen.push(
        ...rowsOf(last)
          .slice(1)
          .map((cells) => cells.at(-1)!),
      );
      ranges.push(/[\d,]+–[\d,]+ of [\d,]+/.exec(plain(last))![0]);
    }
    const { features } = await harness.json(`${perimetersPath}/items?limit=100`);
    assert.deepEqual(
      seen,
      features.map(({ id }: { id: string }) => id),
    );
    assert.deepEqual(ranges, ["1–20 of 64", "21–40 of 64", "41–60 of 64", "61–64 of 64"]);
    const back = await pageOf(harness, linksOf(last).get("Previous")!);
    assert.match(plain(back), /41–60 of 64/);
    assert.ok(linksOf(back).has("Previous") && linksOf(back).has("Next"));
  });

  it("names features before their ids, with units in the heads", async () => {
    const harness = await served({
      "perimeters.geojsonl": pointLine("park-3", [1, 2], {
        incident_id: "2026-PARK",
        incident_name: "Park Fire",
        datetime: "2026-07-20T00:00:00Z",
        gis_acres: 17,
      }),
      "hotspots.geojsonl": pointLine("spot", [1, 2], {
        instrument: "VIIRS",
        satellite: "N20",
        datetime: "2026-07-20T21:55:00Z",
        frp: 4.5,
        bright_ti4: null,
      }),
    });
    assert.deepEqual(rowsOf(await pageOf(harness, `${perimetersPath}/items`))[0], [
      ...["Name", "incident_id", "incident_name", "datetime", "gis_acres (acres)", "id"],
    ]);
    const hotspots = await pageOf(harness, `${hotspotsPath}/items`);
    assert.deepEqual(rowsOf(hotspots)[1], [
      "VIIRS N20 detection, 20 Jul 2026, 21:55 UTC",
      ...["VIIRS", "N20", "20 Jul 2026, 21:55 UTC", "4.5", "–", "spot"],
    ]);
    // Each mark on the map is a link with the whole name.
    const href = linksOf(hotspots).get("VIIRS N20 detection, 20 Jul 2026, 21:55 UTC")!;
    assert.equal(href, `${featuresUrl}${hotspotsPath}/items/spot?f=html`);
  });

  it("shows a mistake in a filter with a caret", async () => {
    const html = await pageOf(await start(), `${hotspotsPath}/items?filter=frp > > 3`, 400);
    assert.equal(plain(/<pre[^>]*>(.*?)<\/pre>/s.exec(html)![1]!).split("\n").length, 2);
  });

  it("says when nothing matches, on a map of the box", async () => {
    const html = await pageOf(await start(), `${hotspotsPath}/items?bbox=-10,-10,-9,-9`);
    assert.match(plain(html), /No feature matches/);
    assert.match(html, /<svg/);
  });
});

describe("the page of a feature", () => {
  it("is titled by its name and time, else by its id", async () => {
    const date = { datetime: "2026-07-20T00:00:00Z" };
    const harness = await served({
      "perimeters.geojsonl":
        pointLine("one", [1, 2], { incident_name: "Park Fire", ...date }) +
        pointLine("two", [1, 2], { incident_name: " ", ...date }),
      "static-heat-sources.geojsonl": pointLine("three", [1, 2], { name: "Mount Ashkeld" }),
    });
    const title = async (path: string) => titleOf(await pageOf(harness, path));
    assert.equal(await title(`${perimetersPath}/items/one`), "Park Fire, perimeter of 20 Jul 2026");
    assert.equal(await title(`${perimetersPath}/items/two`), "two");
    assert.equal(await title("/collections/svc:static-heat-sources/items/three"), "Mount Ashkeld");
  });

  it("links only addresses of the web, and shows everything else as text", async () => {
    const properties = {
      page: "https://fires.test/a?b=1&c=<d>",
      script: "javascript:alert(1)",
      data: "data:text/html,<script>alert(1)</script>",
      near: " https://fires.test/b",
      relative: "//fires.test/c",
      nested: { href: "https://fires.test/d" },
    };
    const harness = await served({ "hotspots.geojsonl": pointLine("x", [1, 2], properties) });
    const html = await pageOf(harness, `${hotspotsPath}/items/x`);
    const foreign = Array.from(linksOf(html).values()).filter(
      (href) => !href.startsWith(rootUrl) && href !== "#main",
    );
    assert.deepEqual(foreign, [properties.page]);
    assert.match(html, /rel="noopener noreferrer nofollow"/);
    assert.ok(plain(html).includes(properties.script) && plain(html).includes(properties.data));
  });
});

describe("a person who is signed in", () => {
  const right = { client_id: testClient.id, client_secret: testClient.secret };

  it("signs out, after which neither the address nor the browser's copy shows the page", async () => {
    const { jar, open, formOf, send } = await browse();
    await send(`${rootUrl}/sign-in`, { ...(await formOf(featuresUrl)), ...right });
    const page = await open(featuresUrl);
    assert.equal(page.headers.get("Cache-Control"), "no-store");
    assert.match(await page.text(), /<button>Sign out<\/button>/);
    const done = await send(`${rootUrl}/sign-out`, await formOf(featuresUrl));
    assert.equal(done.status, 303);
    assert.ok(!jar.has("emberline_token"));
    const after = await open(done.headers.get("Location")!);
    assert.equal(after.status, 401);
    assert.doesNotMatch(await after.text(), /Sign out/);
  });

  it("is not signed out by a form of another site", async () => {
    const { jar, formOf, send } = await browse();
    await send(`${rootUrl}/sign-in`, { ...(await formOf(featuresUrl)), ...right });
    assert.equal((await send(`${rootUrl}/sign-out`, {})).status, 403);
    assert.ok(jar.has("emberline_token"));
  });
});

it("the policy of a page allows its own style by hash, and nothing else", async () => {
  const { get } = await start();
  const response = await get("", asPage);
  const html = await response.text();
  const hashes = Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, style]) =>
    createHash("sha256").update(style!).digest("base64"),
  );
  assert.equal(hashes.length, 1);
  const policy = response.headers.get("Content-Security-Policy")!;
  assert.ok(policy.includes(`style-src 'sha256-${hashes[0]}';`));
  assert.doesNotMatch(policy, /unsafe|script-src/);
  // The policy would drop them without a word.
  assert.doesNotMatch(html, / style="| on\w+="/);
});

it("maps have the names of the places that the program around the service knows", async () => {
  const seen: unknown[] = [];
  const { get, json } = await start({
    async placesIn(visible) {
      seen.push(visible);
      return [
        { name: "Ashford", population: 9, position: [visible!.west + 0.05, visible!.south + 0.05] },
      ];
    },
  });
  const { features } = await json(`${perimetersPath}/items?limit=1`);
  const html = await (await get(`${perimetersPath}/items/${features[0].id}`, asPage)).text();
  assert.match(html, />Ashford<\/text>/);
  assert.equal(seen.length, 2, "one for wide and one for narrow windows");
});

it("the pages of the program around the service are in its header", async () => {
  const { get } = await start({
    basePath: "/service",
    apiPage: "../docs?of=service",
    otherPages: [{ title: "Playground", href: "../" }],
  });
  const links = linksOf(await (await get("", asPage)).text());
  assert.equal(links.get("Playground"), `${rootUrl}/`);
  assert.equal(links.get("API"), `${rootUrl}/docs?of=service`);
});
