import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Browser, Page } from "playwright-core";
import { type ServerProcess, startServerProcess } from "../support/programs.ts";
import { mapAtRest } from "./support/marks.ts";
import { answerOfCurl, desktop, launch, openPage, phone, pictures, run } from "./support/pages.ts";

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launch("software")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function runOnHotspots(page: Page): Promise<void> {
  await run(page, { collection: "svc:hotspots" });
  await page.locator("tbody tr").first().waitFor();
  await page.getByText(/\d+ tokens \(o200k\)/).waitFor();
}

function idsOf(page: Page): Promise<string[]> {
  return page.locator("tbody tr td:first-child").allTextContents();
}

test("hotspots are shown as rows, on a map, and as JSON with its tokens; curl gets the same", async () => {
  const { page, faults, close } = await openPage(browser, server.url, "query_features", desktop);
  await runOnHotspots(page);
  const text = await answerOfCurl(page);
  const answer: { rows: string[][]; notices: string[] } = JSON.parse(text);

  assert.equal(answer.rows.length, 20);
  assert.deepEqual(
    await idsOf(page),
    answer.rows.map(([id]) => id),
  );
  await page.getByRole("region", { name: "Map of 20 points" }).waitFor();
  await page.getByText(`${countTokens(text)} tokens (o200k)`).waitFor();
  assert.deepEqual(await page.locator(".notices li").allTextContents(), answer.notices);
  assert.match(answer.notices.join(), /[Ss]ynthetic/);
  await mapAtRest(page);
  await page.screenshot({ path: `${pictures}playground.png`, fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("the next page has the rows that follow and none from before", async () => {
  const { page, faults, close } = await openPage(browser, server.url, "query_features", desktop);
  await runOnHotspots(page);
  const first = await idsOf(page);
  await page.getByRole("button", { name: "Next page" }).click();
  await page.locator(`tbody:not(:has-text("${first[0]}")) tr`).first().waitFor();
  const second = await idsOf(page);
  assert.equal(new Set([...first, ...second]).size, first.length + second.length);
  assert.deepEqual(faults, []);
  await close();
});

test("at 360 pixels with a dark theme nothing overflows, and the result scrolls into view", async () => {
  const { page, faults, close } = await openPage(browser, server.url, "query_features", phone);
  await runOnHotspots(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const notices = (await page.locator(".notices").boundingBox())!;
  assert.ok(notices.y >= 0 && notices.y < 740);
  await mapAtRest(page);
  await page.screenshot({ path: `${pictures}playground-phone.png`, fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("the keyboard alone picks a tool, runs it and copies the call", async () => {
  const { page, faults, close } = await openPage(browser, server.url, "list_simulations", {
    ...desktop,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("link", { name: "list_collections" }).press("Enter");
  await page.getByRole("heading", { name: "List collections" }).waitFor();
  await page.getByLabel("max_tokens").press("Enter");
  await page.getByRole("button", { name: "Copy" }).press("Enter");
  await page.getByText("Copied.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await page.locator(".curl pre").textContent());
  assert.deepEqual(faults, []);
  await close();
});

test("a refusal is shown as the sentence that the server gave", async () => {
  const { page, close } = await openPage(browser, server.url, "query_features", desktop);
  await page.locator("option[value='svc:hotspots']").waitFor({ state: "attached" });
  await page.getByLabel("time", { exact: true }).fill("the other day");
  await page.getByRole("button", { name: "Run" }).click();
  const shown = await page.getByRole("alert").textContent();
  const { detail }: { detail: string } = JSON.parse(await answerOfCurl(page));
  assert.equal(shown, detail);
  await close();
});

test("if the operator requires a key, the page asks for it, sends it and shows it nowhere", async () => {
  const key = "k-3f9c-of-some-length";
  const guarded = await startServerProcess([], { env: { EMBERLINE_API_KEYS: key } });
  try {
    const { page, close } = await openPage(browser, guarded.url, "query_features", desktop);
    await page.locator("#key").fill(key);
    await page.getByRole("button", { name: "Use this key" }).click();
    await runOnHotspots(page);
    assert.match((await page.locator(".curl pre").textContent())!, /\$EMBERLINE_API_KEY/);
    assert.ok(!(await page.content()).includes(key));
    await close();
  } finally {
    await guarded.stop();
  }
});

test("behind a proxy that serves it under a path the page works, and so do its curl command and its exports", async () => {
  const { proxy, url, forwardTo } = await startProxy("/emberline");
  const behind = await startServerProcess([], { env: { EMBERLINE_PUBLIC_URL: url } });
  forwardTo(behind.url);
  try {
    const { page, faults, close } = await openPage(browser, url, "query_features", desktop);
    await runOnHotspots(page);
    assert.equal((await idsOf(page)).length, 20);
    const curl = await page.locator(".curl pre").textContent();
    assert.ok(curl!.includes(`'${url}/tools/query_features'`), curl!);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("region", { name: "as a file" }).getByRole("button").first().click(),
    ]);
    assert.ok(download.url().startsWith(`${url}/exports/`));
    assert.deepEqual(faults, []);
    await close();
  } finally {
    await behind.stop();
    proxy.close();
  }
});

/** A proxy that takes requests under a path, and passes them on without it. */
async function startProxy(path: string) {
  let target = "";
  const proxy = createServer((request, response) => {
    const { method, headers, url = "" } = request;
    assert.ok(url.startsWith(`${path}/`), `asked ${url}`);
    const { host } = new URL(target);
    const onward = { method, headers: { ...headers, host } };
    request.pipe(
      httpRequest(target + url.slice(path.length), onward, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    proxy,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`,
    forwardTo: (url: string) => {
      target = url;
    },
  };
}
