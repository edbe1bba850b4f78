import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launch, openPath, takePicture } from "./support/pages.ts";

const env = {
  EMBERLINE_CLIENT_ID: "demo",
  EMBERLINE_CLIENT_SECRET: "demo-secret-of-the-pages",
  EMBERLINE_ADMIN_KEY: "administrator-of-the-pages",
};
const features = "/service/ogc/features/v1";
const perimeters = `${features}/collections/svc:satellite-perimeters`;
const hotspots = `${features}/collections/svc:hotspots`;
const settings = "/service/settings/api-clients";
const administrator = { httpCredentials: { username: "", password: env.EMBERLINE_ADMIN_KEY } };

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([
    startServerProcess(["--synthetic"], { env }),
    launch("none"),
  ]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page of the service in a browser of its own, signed in as the demo client. */
async function openSignedIn(path: string, options: BrowserContextOptions) {
  const opened = await openPath(browser, server.url, path, options);
  await signIn(opened.page);
  // The browser logs the 401 that shows the form.
  opened.faults.length = 0;
  return opened;
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("client_id").fill(env.EMBERLINE_CLIENT_ID);
  await page.getByLabel("client_secret").fill(env.EMBERLINE_CLIENT_SECRET);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong with the page. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
}

/** Everything that a person can reach, by a name for its picture. */
async function everyPage(page: Page): Promise<[name: string, path: string][]> {
  const firstOf = async (path: string) => {
    await page.goto(server.url + path);
    const link = page.locator("tbody th a").first();
    return (await link.getAttribute("href"))!.replace(server.url, "");
  };
  return [
    ["landing", features],
    ["collections", `${features}/collections`],
    ["collection", `${hotspots}?f=html`],
    ["queryables", `${hotspots}/queryables?f=html`],
    ["conformance", `${features}/conformance?f=html`],
    ["api", `${features}/api?f=html`],
    ["items-hotspots", `${hotspots}/items?f=html&limit=20`],
    ["items-perimeters", `${perimeters}/items?f=html`],
    ["items-sources", `${features}/collections/svc:static-heat-sources/items?f=html`],
    ["items-none", `${hotspots}/items?f=html&bbox=-10,-10,-9,-9&datetime=2020-01-01/2020-01-02`],
    ["items-wrong", `${hotspots}/items?f=html&filter=frp > > 3`],
    ["feature", await firstOf(`${perimeters}/items?f=html`)],
    ["detection", await firstOf(`${hotspots}/items?f=html`)],
    ["not-found", `${features}/collections/svc:none`],
    ["settings", settings],
  ];
}

/** What is wrong with the page once it has loaded: too wide, or findings of axe-core. */
async function problemsOn(page: Page, name: string): Promise<string[]> {
  // After a click the next page may be there without its document.
  await page.waitForLoadState();
  const [wide, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement!;
    return [scrollWidth, clientWidth];
  });
  const found = (await findings(page)).map((each) => `${name}: ${each}`);
  return wide! > window! ? [`${name} is ${wide} px wide`, ...found] : found;
}

/** Browsers log every status of an error as one of the page. */
const withoutStatuses = (faults: readonly string[]) =>
  faults.filter((fault) => !/the server responded with a status of 4\d\d/.test(fault));

const looks: [name: string, options: BrowserContextOptions][] = [
  ["1440", { viewport: { width: 1440, height: 900 } }],
  [
    "320-dark",
    {
      viewport: { width: 320, height: 640 },
      colorScheme: "dark",
      hasTouch: true,
      reducedMotion: "reduce",
    },
  ],
  ["1280-forced", { viewport: { width: 1280, height: 800 }, forcedColors: "active" }],
];

for (const [look, options] of looks) {
  test(`every page at ${look} fits its window, and axe-core finds nothing`, async () => {
    const { page, faults, close } = await openSignedIn(features, { ...options, ...administrator });
    const problems: string[] = [];
    for (const [name, path] of await everyPage(page)) {
      await page.goto(server.url + path);
      await takePicture(page, `service-${name}-${look}`, { fullPage: true });
      problems.push(...(await problemsOn(page, name)));
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(withoutStatuses(faults), []);
    await close();
  });
}

for (const [look, options] of looks) {
  test(`an API client is created, used and revoked at ${look}`, async () => {
    const { page, faults, close } = await openPath(browser, server.url, settings, {
      ...options,
      ...administrator,
    });
    const problems: string[] = [];
    await page.getByLabel("Name").fill("Map team");
    await page.getByRole("button", { name: "Create" }).click();
    const [id, secret] = await page.locator(".secrets code").allInnerTexts();
    await takePicture(page, `service-created-${look}`, { fullPage: true });
    problems.push(...(await problemsOn(page, "created")));

    const exchange = () =>
      fetch(`${server.url}/service/v1/token`, {
        method: "POST",
        body: JSON.stringify({ client_id: id, client_secret: secret }),
      });
    assert.equal((await exchange()).status, 200);
    await page.getByRole("link", { name: "All API clients" }).click();
    await takePicture(page, `service-clients-${look}`, { fullPage: true });
    problems.push(...(await problemsOn(page, "clients")));
    const row = page.getByRole("row").filter({ hasText: id! });
    await row.getByRole("link", { name: "Revoke" }).click();
    await page.getByRole("heading", { name: "Revoke Map team?" }).waitFor();
    await takePicture(page, `service-revoke-${look}`, { fullPage: true });
    problems.push(...(await problemsOn(page, "revoke")));
    await page.getByRole("link", { name: "Keep it" }).click();
    await row.getByRole("link", { name: "Revoke" }).click();
    assert.equal((await exchange()).status, 200);
    await page.getByRole("button", { name: "Revoke" }).click();
    await row.getByText("revoked").waitFor();
    assert.equal((await exchange()).status, 401);
    assert.deepEqual(problems, []);
    assert.deepEqual(withoutStatuses(faults), []);
    await close();
  });

  test(`a person signs in and out at ${look}`, async () => {
    const { page, faults, close } = await openPath(browser, server.url, features, options);
    await takePicture(page, `service-sign-in-${look}`, { fullPage: true });
    const problems = await problemsOn(page, "sign-in");
    await signIn(page);
    await page.getByRole("heading", { name: "Fire features" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("client_secret").waitFor();
    await page.goto(server.url + features);
    await page.getByLabel("client_secret").waitFor();
    assert.deepEqual(problems, []);
    assert.deepEqual(withoutStatuses(faults), []);
    await close();
  });
}

const twoPerimeters = `${perimeters}/items?f=html&bbox=-130,30,-110,60&filter=burn_period = 1`;

test("without scripts a mark on the map leads to its feature, and back", async () => {
  const { page, faults, close } = await openSignedIn(twoPerimeters, {
    viewport: { width: 1280, height: 900 },
    javaScriptEnabled: false,
  });
  const mark = page.locator("svg.wide a").first();
  const title = await mark.locator("title").textContent();
  await mark.click();
  await eventually(async () =>
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), title),
  );
  await page.getByRole("link", { name: "Fire perimeters", exact: true }).click();
  await page.getByRole("link", { name: /^Browse 64 features/ }).waitFor();
  assert.deepEqual(withoutStatuses(faults), []);
  await close();
});

test("a map follows the theme of the page", async () => {
  const { page, close } = await openSignedIn(`${hotspots}/items?f=html`, {
    viewport: { width: 1280, height: 900 },
  });
  const paper = () =>
    page
      .locator("svg.wide > path[fill-rule]")
      .last()
      .evaluate((path) => getComputedStyle(path).fill);
  // White, and the dark paper of the map's own theme.
  await eventually(async () => assert.equal(await paper(), "rgb(255, 255, 255)"));
  await page.emulateMedia({ colorScheme: "dark" });
  await eventually(async () => assert.equal(await paper(), "rgb(21, 26, 31)"));
  await close();
});

test("targets are 44 pixels high on a phone", async () => {
  const { page, close } = await openSignedIn(features, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
  });
  const low: string[] = [];
  for (const [name, path] of await everyPage(page)) {
    if (name === "settings") continue;
    await page.goto(server.url + path);
    // Links within a sentence are as high as its lines (WCAG 2.2, 2.5.8).
    const found = await page
      .locator(
        "a:visible:not(svg a):not(p:not(.actions) a):not(.skip), button:visible, input:visible",
      )
      .evaluateAll((all) =>
        all.flatMap((each) => {
          const { height } = each.getBoundingClientRect();
          return height < 43.5 ? [`${each.outerHTML.slice(0, 80)}: ${height}`] : [];
        }),
      );
    low.push(...found.map((each) => `${name}: ${each}`));
  }
  assert.deepEqual(low, []);
  await close();
});
