import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { axeFindings } from "./support/axe.ts";
import { desktop, launch, openPath, phone, takePicture } from "./support/pages.ts";

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(["--synthetic"]), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the operation of a tool and sends its first example. */
async function send(page: Page, tool: string): Promise<{ status: string; answer: string }> {
  const operation = page.locator(`.opblock:has([data-path="/tools/${tool}"])`);
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Execute" }).click();
  const response = operation.locator(".live-responses-table .response");
  await response.waitFor();
  return {
    status: (await response.locator(".response-col_status").innerText()).trim(),
    answer: await response.locator(".highlight-code code").first().innerText(),
  };
}

const openDocs = (url: string, options: BrowserContextOptions) =>
  openPath(browser, url, "/docs/api", options);

test("the page lists every tool, and its first example is answered, without another host", async () => {
  const { page, faults, close } = await openDocs(server.url, desktop);
  await page.locator(".opblock").first().waitFor();
  const listed = (await (await fetch(`${server.url}/tools`)).json()) as {
    tools: { name: string }[];
  };
  const paths = await page
    .locator(".opblock-summary-path")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-path")));
  for (const { name } of listed.tools) assert.ok(paths.includes(`/tools/${name}`), name);
  const { status, answer } = await send(page, "query_features");
  assert.match(status, /^200/);
  const { rows } = JSON.parse(answer) as { rows: unknown[] };
  assert.equal(rows.length, 3);
  const operation = page.locator('.opblock:has([data-path="/tools/query_features"])');
  const sent = page.waitForResponse((each) => each.request().method() === "POST");
  await operation.locator(".examples-select select").first().selectOption("example_2");
  await operation.getByRole("button", { name: "Execute" }).click();
  assert.equal((await sent).status(), 200, "another call is not a repetition of the first");
  await takePicture(page, "api", { fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing of ours with a ${colorScheme} theme`, async () => {
    const { page, close } = await openDocs(server.url, { ...desktop, colorScheme });
    await page.locator(".opblock").first().waitFor();
    // Swagger UI nests buttons, skips a level of headings, and has its title outside of its main.
    const ofSwaggerUi = /^(nested-interactive|heading-order|region): /;
    const found = await axeFindings(page);
    assert.deepEqual(
      found.filter((finding) => !ofSwaggerUi.test(finding)),
      [],
    );
    await close();
  });
}

test("at 360 pixels with a dark theme nothing overflows", async () => {
  const { page, faults, close } = await openDocs(server.url, phone);
  await page.locator(".opblock").first().waitFor();
  const { status } = await send(page, "find_place");
  assert.match(status, /^200/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red] = background.match(/\d+/g)!.map(Number);
  assert.ok(red! < 60, background);
  await takePicture(page, "api-phone", { fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("the embedded service has its own document, whose operations go to the service", async () => {
  const { page, faults, close } = await openDocs(server.url, desktop);
  await page.getByRole("link", { name: "Service" }).click();
  await page.locator('[data-path="/ogc/features/v1/conformance"]').waitFor();
  await takePicture(page, "api-service");
  assert.deepEqual(faults, []);
  await page.getByRole("link", { name: "Browse its pages" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the document of the service fits 320 pixels with a ${colorScheme} theme`, async () => {
    const { page, faults, close } = await openPath(browser, server.url, "/docs?of=service", {
      viewport: { width: 320, height: 640 },
      colorScheme,
    });
    const operation = page.locator('.opblock:has([data-path$="hotspots/items"])');
    await operation.locator(".opblock-summary-control").click();
    await operation.getByText("Only features that intersect the box").waitFor();
    await takePicture(page, `api-service-320-${colorScheme}`, { fullPage: true });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.deepEqual(faults, []);
    await close();
  });
}

test("a server with keys asks for one, says which is wrong, and sends it with each call", async () => {
  const key = "first-key-9d2-of-some-length";
  const guarded = await startServerProcess([], { env: { EMBERLINE_API_KEYS: key } });
  const { page, faults, close } = await openDocs(guarded.url, desktop);
  await page.locator("#key").fill("wrong");
  await page.getByRole("button", { name: "Use this key" }).click();
  await page.getByText(/A key is needed/).waitFor();
  // The browser logs the refusal.
  assert.equal(faults.length, 1);
  await page.locator("#key").fill(key);
  await page.getByRole("button", { name: "Use this key" }).click();
  await page.locator(".opblock").first().waitFor();
  const { status } = await send(page, "list_collections");
  assert.match(status, /^200/);
  assert.equal(faults.length, 1);
  assert.ok(!page.url().includes(key));
  await close();
  await guarded.stop();
});
