import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { eventually } from "@emberline/test-support/eventually";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import type { Client } from "@modelcontextprotocol/client";
import type { Browser, Page, Response } from "playwright-core";
import { connectAppClient, openApp } from "./support/app-host.ts";
import { type ChatScript, startChatStandIn } from "./support/chat-stand-in.ts";
import { harmIn, harms, spellingsIn, spellingsOf, startTrap } from "./support/harms.ts";
import { files, hotspots, perimeters, startHostileService } from "./support/hostile-service.ts";
import { desktop, launch, openPath } from "./support/pages.ts";

/* Hostile data, model output and errors run no script, load nothing foreign and leak no key. */

const keys = {
  /** The operator's, for the service. */
  secret: "secret-9e41+of/some~length",
  /** A person's, for the server. */
  server: "k-3f9c.of-some_length",
  /** A person's, for the model. */
  model: "sk-4f7b-of.some_length",
};

const folder = mkdtempSync(join(tmpdir(), "emberline-hostile-"));
let trap: Awaited<ReturnType<typeof startTrap>>;
let service: Awaited<ReturnType<typeof startHostileService>>;
let server: ServerProcess;
/** With the same data in its own service. */
let embedded: ServerProcess;
let client: Client;
let browser: Browser;

before(async () => {
  [trap, service] = await Promise.all([startTrap(), startHostileService(keys.secret)]);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const own = { EMBERLINE_CLIENT_ID: "demo", EMBERLINE_CLIENT_SECRET: keys.secret };
  const env = { ...service.environment, EMBERLINE_API_KEYS: keys.server };
  [server, embedded, client, browser] = await Promise.all([
    startServerProcess([], { env }),
    startServerProcess(["--data", folder], { env: own }),
    connectAppClient([], service.environment),
    launch("software", trap.arguments),
  ]);
});

after(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), embedded?.stop(), client?.close()]);
  rmSync(folder, { recursive: true });
  service?.close();
  trap?.close();
});

test("the harms do harm where they are HTML, and the trap hears of what loads from elsewhere", async () => {
  const { page, faults, close } = await openPath(browser, trap.url, "/", desktop);
  await eventually(async () => {
    for (const number of [1, 2, 3, 4, 8])
      assert.ok(faults.includes(`harm ${number}`), String(number));
    for (const number of [1, 5, 6, 7, 9, 10])
      assert.ok(trap.asked.includes(`/${number}`), String(number));
  });
  const other = await page.context().newPage();
  await other.setContent(`${harms[0]}<a href="javascript:0">x</a><p>${harms[11]}</p>`);
  assert.equal((await harmIn(other)).length, 2);
  for (const key of Object.values(keys))
    for (const each of spellingsOf(key))
      assert.notDeepEqual(spellingsIn(`<${each}>`, key), [], each);
  await close();
  trap.asked.length = 0;
});

interface Watched {
  readonly page: Page;
  readonly faults: string[];
  /** Texts that left the page, came to it from the server, or were logged. */
  readonly texts: string[];
  close(): Promise<void>;
}

/** A page, and all that it sends, gets and logs; keys may be in headers for their owner alone. */
async function open(path: string, owners: Readonly<Record<string, string>>): Promise<Watched> {
  const opened = await openPath(browser, server.url, path, desktop);
  const texts: string[] = [];
  opened.page.on("console", (message) => texts.push(message.text()));
  opened.page.on("request", (request) => {
    const { origin } = new URL(request.url());
    const { authorization = "", ...headers } = request.headers();
    texts.push(request.url(), JSON.stringify(headers), request.postData() ?? "");
    if (authorization !== `Bearer ${owners[origin]}`) texts.push(authorization);
  });
  return { ...opened, texts };
}

/** What a page shows and keeps: attributes, fields but those of passwords, storage, address. */
async function shownBy(page: Page): Promise<string> {
  const fields = await page
    .locator("input:not([type=password]), textarea")
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value).join("\n"));
  const state = await page.context().storageState({ indexedDB: true });
  const session = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, history.state]));
  return [await page.content(), fields, JSON.stringify(state), session, page.url()].join("\n");
}

async function assertSafe({ page, texts }: Watched, what: string): Promise<void> {
  assert.deepEqual(await harmIn(page), [], what);
  const all = [await shownBy(page), ...texts.splice(0)].join("\n");
  for (const [owner, key] of Object.entries(keys))
    assert.deepEqual(spellingsIn(all, key), [], `the key of the ${owner} after ${what}`);
}

/** Browsers log refusals. */
const asExpected = /the server responded with a status of [45]\d\d/;

async function assertQuiet(
  { faults, close }: Pick<Watched, "faults" | "close">,
  asked: readonly string[],
) {
  const isForeign = (fault: string) => !asked.some((each) => fault.startsWith(`asked ${each}/`));
  assert.deepEqual(
    faults.filter((each) => !asExpected.test(each) && isForeign(each)),
    [],
  );
  assert.deepEqual(trap.asked, []);
  await close();
}

const time = "2026-07-10/2026-07-20";
const near = { lat: 50, lon: 10.2, radius_km: 100, time };
const calls: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["list_collections", { max_tokens: 10_000 }],
  ["describe_collection", { collection: hotspots, max_tokens: 10_000 }],
  ["describe_collection", { collection: harms[0] }],
  ["query_features", { collection: hotspots, limit: 50, properties: harms.slice(0, 8) }],
  ["query_features", { collection: perimeters, geometry: "full" }],
  ["query_features", { collection: harms[1], limit: 1 }],
  ["query_features", { collection: hotspots, filter: "name = 'fault'" }],
  ["query_features", { collection: hotspots, sort: harms[2] }],
  ["query_features", { [harms[3]!]: harms[4] }],
  ["get_feature", { collection: hotspots, id: harms[5] }],
  ["get_feature", { collection: hotspots, id: "nothing" }],
  ["list_simulations", { limit: 50 }],
  ["summarize_features", { collection: hotspots, group_by: [`property:${harms[0]}`] }],
  ["summarize_features", { collection: perimeters, group_by: ["fire"], limit: 50 }],
  ["summarize_features", { collection: hotspots, group_by: ["day"] }],
  ["assess_location", near],
  ["assess_fire", { fire: harms[4] }],
  ["assess_fire", { fire: "harm" }],
  ["compare_periods", { collection: hotspots, before: "2026-07-12", after: "2026-07-13" }],
  ["find_place", { name: harms[0] }],
  ["show_map", near],
];

test("the playground: every tool's answer and error in its form, rows, chart, JSON, trace, files and map", async () => {
  const opened = await open("/#/tools", { [server.url]: keys.server });
  const { page } = opened;
  await page.locator("#key").fill(keys.server);
  await page.getByRole("button", { name: "Use this key" }).click();
  await page.getByRole("link", { name: "Find hotspots and fires" }).waitFor();
  for (const [tool, args] of calls) {
    const query = Object.entries(args).map(([name, value]) =>
      [name, typeof value === "string" ? value : JSON.stringify(value)]
        .map(encodeURIComponent)
        .join("="),
    );
    const link = `${server.url}/#/tools/${encodeURIComponent(tool)}?${query.join("&")}`;
    const isAnswer = (each: Response) =>
      each.request().method() === "POST" && isDeepStrictEqual(each.request().postDataJSON(), args);
    const [answer] = await Promise.all([page.waitForResponse(isAnswer), page.goto(link)]);
    opened.texts.push(await answer.text());
    await page.locator(".drawer[aria-busy=false]").waitFor();
    for (const tab of await page.locator(".drawer").getByRole("tab").all()) {
      await tab.click();
      assert.deepEqual(await harmIn(page), [], `${tool} ${query} ${await tab.textContent()}`);
    }
    await assertSafe(opened, `${tool} ${query}`);
  }
  await assertQuiet(opened, [server.url]);
});

const hostileCalls = [
  ...harms.slice(0, 7).map((name, i) => ({ id: `${i}`, name, input: { [name]: name } })),
  { id: "rows", name: "query_features", input: { collection: hotspots } },
  { id: "fire", name: "assess_fire", input: { fire: harms[4] } },
];

/** Refusals, in a status and in a stream; a redirect, and a page in place of an answer. */
const errors: ChatScript = (_, asked) => (response) => {
  const message = [...spellingsOf(keys.model), ...harms].join(" ");
  const error = JSON.stringify({ error: { message } });
  switch (asked) {
    case 1:
      return response.writeHead(500, { "content-type": "application/json" }).end(error);
    case 2:
      return response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(`data: ${error}\n\n`);
    case 3:
      return response.writeHead(307, { location: `${trap.address}/redirected` }).end();
    default:
      return response.writeHead(200, { "content-type": "text/html" }).end(harms.join("\n"));
  }
};

test("a conversation: hostile calls and Markdown, and errors with the key, whatever way it is written", async (t) => {
  let script: ChatScript = (_, asked) =>
    asked === 1 ? { calls: hostileCalls } : { text: harms.join("\n\n") };
  const model = await startChatStandIn((...given) => script(...given), {
    key: keys.model,
    others: harms,
  });
  t.after(() => model.close());
  const { origin } = new URL(model.baseUrl);
  const opened = await open("/#/ask", { [server.url]: keys.server, [origin]: keys.model });
  const { page } = opened;
  await page.locator("#key").fill(keys.server);
  await page.getByRole("button", { name: "Use this key" }).click();
  await page.locator("button.example").first().click();
  await page.locator(".call-card.answered").first().waitFor();
  await page.locator("button.model-button").first().click();
  await page.getByLabel("Custom").check();
  await page.getByLabel("Base URL").fill(model.baseUrl);
  await page.getByLabel(/^Key/).fill(keys.model);
  await page.getByRole("button", { name: "List models" }).click();
  await page.getByText(`${harms.length + 1} models`).waitFor();
  await page.getByLabel("Model", { exact: true }).fill(harms[0]!);
  await page.getByRole("button", { name: "Use this model" }).click();
  const ask = async () => {
    const exchanges = page.locator(".exchange");
    const before = await exchanges.count();
    await page.getByLabel("Your question, or / for a tool").fill("What burns?");
    await page.keyboard.press("Enter");
    // That it works may pass before it is seen.
    await exchanges.nth(before).waitFor();
    await page.locator(".working").waitFor({ state: "detached" });
  };
  await ask();
  await page.locator(".answer-text a").first().waitFor();
  for (const head of await page.locator(".call-card.answered .call-head").all()) {
    await head.click();
    for (const tab of ["What the model saw", "Rows", "Map"]) {
      await page.getByRole("tab", { name: tab }).last().click();
      assert.deepEqual(await harmIn(page), [], tab);
    }
  }
  await assertSafe(opened, "the answer");
  const before = model.turns.length;
  script = (results, asked) => errors(results, asked - before);
  for (let i = 1; i <= 4; i++) {
    await ask();
    await page.locator(".failure [role=alert]").last().waitFor();
    await assertSafe(opened, `failure ${i}`);
  }
  // The browser names where the redirect would lead, but the trap was not asked.
  await assertQuiet(opened, [server.url, origin, trap.address]);
});

test("the map in a conversation: rows and cards", async () => {
  for (const [tool, args] of [
    ["show_map", near],
    ["assess_location", near],
  ] as const) {
    const opened = await openApp(browser, client, { tool, args }, desktop);
    const { frame, faults } = opened;
    await frame.getByText("The map as a table").click();
    for (const each of (await frame.locator("tbody button").all()).slice(0, 30)) {
      await each.press("Enter");
      await frame.getByRole("complementary").waitFor();
      assert.deepEqual(await harmIn(frame), []);
    }
    // As the text that it is.
    await frame.getByText("onerror=", { exact: false }).first().waitFor();
    await frame.getByRole("button", { name: "Ask about this area" }).click();
    assert.deepEqual(faults, []);
    assert.deepEqual(trap.asked, []);
    await opened.close();
  }
});

const features = "/service/ogc/features/v1";

/** Pages of the embedded service, and paths at which nothing is. */
async function* pathsOf(page: Page): AsyncGenerator<string> {
  for (const id of [hotspots, perimeters]) {
    const path = `${features}/collections/${id}`;
    yield* [`${path}?f=html`, `${path}/queryables?f=html`, `${path}/items?f=html&limit=100`];
    const links = page.locator("tbody th a");
    const hrefs = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")!));
    assert.equal(hrefs.length, harms.length);
    for (const href of hrefs.slice(0, 8)) yield new URL(href).pathname;
  }
  const all = encodeURIComponent(harms.join(" "));
  yield `${features}/collections/${hotspots}/items?f=html&filter=${all}&limit=${all}&${all}=${all}`;
  for (const path of [`${features}/collections/`, "/", "/tools/", "/docs/problems/", "/exports/"])
    yield path + all;
}

test("the service's pages, and errors as pages", async () => {
  const { page, faults, close } = await openPath(browser, embedded.url, features, desktop);
  await page.getByLabel("client_id").fill("demo");
  await page.getByLabel("client_secret").fill(keys.secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  for await (const path of pathsOf(page)) {
    await page.goto(embedded.url + path);
    assert.deepEqual(await harmIn(page), [], path);
    assert.deepEqual(spellingsIn(await page.content(), keys.secret), [], path);
  }
  await assertQuiet({ faults, close }, [embedded.url]);
});

test("the page of the API: a hostile answer", async () => {
  const opened = await open("/docs/api", { [server.url]: keys.server });
  const { page } = opened;
  await page.getByLabel("Key", { exact: true }).fill(keys.server);
  await page.getByRole("button", { name: "Use this key" }).click();
  const operation = page.locator("#list_collections");
  await operation.locator("summary").first().click();
  await operation.getByRole("button", { name: "Send" }).click();
  await operation.locator("pre").getByText("harm 1").first().waitFor();
  await assertSafe(opened, "the answer");
  await assertQuiet(opened, [server.url]);
});
