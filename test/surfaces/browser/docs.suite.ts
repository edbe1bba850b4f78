import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { root, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { startProxy } from "@emberline/test-support/proxy";
import type { Browser } from "playwright-core";
import { axeFindings } from "./support/axe.ts";
import { desktop, launch, openPath, takePicture } from "./support/pages.ts";

/* The documents at /docs. */

const narrow = { viewport: { width: 320, height: 640 }, colorScheme: "dark" as const };
const paths = readdirSync(`${root}/docs`, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md"))
  .map((path) => path.slice(0, -".md".length))
  .map((path) => (path === "README" ? "/docs" : `/docs/${path}`));

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(["--synthetic"]), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

test("every page fits 320 pixels, loads nothing from elsewhere, and is without errors", async () => {
  assert.ok(paths.length > 20);
  for (const path of paths) {
    const { page, faults, close } = await openPath(browser, server.url, path, narrow);
    await page.getByRole("button", { name: "Search" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path);
    assert.deepEqual(faults, [], path);
    await close();
  }
});

for (const path of ["/docs", "/docs/cql2", "/docs/operate", "/docs/tools/show_map"]) {
  for (const [theme, options] of [
    ["light", desktop],
    ["dark", narrow],
  ] as const) {
    test(`axe finds nothing in ${path} with a ${theme} theme`, async () => {
      const { page, faults, close } = await openPath(browser, server.url, path, options);
      await page.getByRole("button", { name: "Search" }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      const name = path.slice(1).replaceAll("/", "-");
      await takePicture(page, `${name}-${theme}`, { fullPage: true });
      assert.deepEqual(faults, []);
      await close();
    });
  }
}

test("a search by keyboard finds a setting, also without a network, and leads to it", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/docs", desktop);
  await page.getByRole("button", { name: "Search" }).waitFor();
  await page.keyboard.press("/");
  const field = page.getByRole("searchbox", { name: "Search the documents" });
  await field.fill("perimeter");
  await page.locator(".found a").first().waitFor();
  await page.context().setOffline(true);
  await field.fill("EMBERLINE_MAX_CALLS");
  await page.getByRole("link", { name: /Operator.s guide › Settings of the server/ }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await takePicture(page, "docs-search");
  await field.fill("qqqqqq");
  await page.getByText("Nothing found for “qqqqqq”.").waitFor();
  await page.context().setOffline(false);
  await field.fill("security model");
  await page
    .getByRole("link", { name: /^Security model/ })
    .first()
    .waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/security/);
  await page.getByRole("heading", { name: "Security model", level: 1 }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("the editor shows what a filter selects, its tree, and where it is wrong", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/docs/cql2", desktop);
  const field = page.getByRole("textbox", { name: "Filter" });
  const verdict = page.locator(".verdict");
  await verdict.getByText("Selects 2 of 8 features.").waitFor();
  await field.fill("frp > 200 OR S_INTERSECTS(geometry, BBOX(170, -20, -170, 0))");
  await verdict.getByText("Selects 2 of 8 features.").waitFor();
  await eventually(async () =>
    assert.deepEqual(await page.locator("tr.selected td:nth-child(2)").allInnerTexts(), [
      "d7",
      "d8",
    ]),
  );
  await eventually(async () =>
    assert.equal(await page.locator(".tree b").first().innerText(), "or"),
  );
  await field.fill("fpr > 50");
  await verdict.getByText("did you mean frp?").waitFor();
  await field.fill("frp >> 50");
  await verdict.getByText("At character 6:").waitFor();
  await eventually(async () => assert.equal(await verdict.locator("mark").innerText(), ">"));
  await eventually(async () => assert.equal(await field.getAttribute("aria-invalid"), "true"));
  await takePicture(page, "docs-editor", { fullPage: true });
  await page.getByRole("combobox", { name: "Language" }).selectOption("cql2-json");
  await field.fill('{"op": ">", "args": [{"property": "frp"}, 100]}');
  await verdict.getByText("Selects 2 of 8 features.").waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await eventually(async () =>
    assert.equal(await field.inputValue(), "frp > 50 AND confidence = 'h'"),
  );
  assert.deepEqual(faults, []);
  await close();
});

test("a chosen theme stays on the next page", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/docs", desktop);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await eventually(async () => assert.equal(await theme(), "light"));
  await page.getByRole("button", { name: "Theme: auto" }).click();
  await page.getByRole("button", { name: "Theme: light" }).click();
  await eventually(async () => assert.equal(await theme(), "dark"));
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Live feeds" }).click();
  await page.getByRole("button", { name: "Theme: dark" }).waitFor();
  await eventually(async () => assert.equal(await theme(), "dark"));
  assert.deepEqual(faults, []);
  await close();
});

test("behind a proxy that serves it under a path, links, search and the API work", async () => {
  const proxy = await startProxy({ path: "/fires" });
  proxy.forwardTo(server.url);
  const { page, faults, close } = await openPath(browser, proxy.url, "/docs/connect", desktop);
  await page.getByRole("link", { name: "Overview" }).click();
  await page.waitForURL(`${proxy.url}/docs`);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("decisions");
  await page.locator(".found a").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "HTTP API, to try" }).click();
  await page.waitForURL(`${proxy.url}/docs/api`);
  await page.locator(".operation").first().waitFor();
  assert.deepEqual(faults, []);
  await close();
  proxy.close();
});
