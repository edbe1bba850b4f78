import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type ServerProcess, startServerProcess } from "../support/programs.ts";

const pictures = fileURLToPath(new URL("../output/", import.meta.url));
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, colorScheme: "dark" as const };

let server: ServerProcess;
let browser: Browser;

before(async () => {
  mkdirSync(pictures, { recursive: true });
  server = await startServerProcess();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page on a tool, and what went wrong in it: errors in its console, requests to other hosts. */
async function open(url: string, tool: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`)) faults.push(`asked ${request.url()}`);
  });
  await page.goto(`${url}/#${tool}`);
  return { page, faults, close: () => context.close() };
}

async function runOnHotspots(page: Page): Promise<void> {
  await page.locator("option[value='svc:hotspots']").waitFor({ state: "attached" });
  await page.getByLabel("collection").selectOption("svc:hotspots");
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator("tbody tr").first().waitFor();
  await page.getByText(/\d+ tokens \(o200k\)/).waitFor();
}

function idsOf(page: Page): Promise<string[]> {
  return page.locator("tbody tr td:first-child").allTextContents();
}

/** What the shown curl command answers, run by a shell. */
async function answerOfCurl(page: Page): Promise<string> {
  const command = (await page.locator(".curl pre").textContent())!;
  const env = { ...process.env, no_proxy: "*" };
  return execFileSync("/bin/sh", ["-c", command.replace(/^curl/, "curl -sS")], {
    encoding: "utf8",
    env,
  });
}

test("hotspots are shown as rows, as points on a map, and as JSON with its tokens; curl gets the same", async () => {
  const { page, faults, close } = await open(server.url, "query_features", desktop);
  await runOnHotspots(page);
  const text = await answerOfCurl(page);
  const answer: { rows: string[][]; notices: string[] } = JSON.parse(text);

  assert.equal(answer.rows.length, 20);
  assert.deepEqual(
    await idsOf(page),
    answer.rows.map(([id]) => id),
  );
  const points = page.locator("path.map-point");
  assert.equal(await points.count(), 20);
  const map = (await page.locator(".map-frame").boundingBox())!;
  for (const point of await points.all()) {
    const { x, y } = (await point.boundingBox())!;
    assert.ok(x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height);
  }
  await page.locator("path.map-land[d^=M]").first().waitFor();
  await page.getByText(`${countTokens(text)} tokens (o200k)`).waitFor();
  assert.deepEqual(await page.locator(".notices li").allTextContents(), answer.notices);
  assert.match(answer.notices.join(), /[Ss]ynthetic/);
  await page.screenshot({ path: `${pictures}playground.png`, fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("the next page holds the rows that follow, none of those before", async () => {
  const { page, faults, close } = await open(server.url, "query_features", desktop);
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
  const { page, faults, close } = await open(server.url, "query_features", phone);
  await runOnHotspots(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const notices = (await page.locator(".notices").boundingBox())!;
  assert.ok(notices.y >= 0 && notices.y < 740);
  await page.screenshot({ path: `${pictures}playground-phone.png`, fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("the keyboard alone picks a tool, runs it and copies the call", async () => {
  const { page, faults, close } = await open(server.url, "list_simulations", {
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
  const { page, close } = await open(server.url, "query_features", desktop);
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
    const { page, close } = await open(guarded.url, "query_features", desktop);
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
