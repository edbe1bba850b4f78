import assert from "node:assert/strict";
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

test("the next page holds the rows that follow, none of those before", async () => {
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

test("at 360 pixels in the dark nothing reaches over the edge, and the result comes into view", async () => {
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

test("where the operator asks for a key the page asks for it, sends it and shows it nowhere", async () => {
  const key = "k-3f9c";
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
