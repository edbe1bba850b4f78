import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { themes } from "@emberline/map";
import type { Browser, Page } from "playwright-core";
import { type ServerProcess, startServerProcess } from "../support/programs.ts";
import { type Mark, mapAtRest, marksOn } from "./support/marks.ts";
import { desktop, launch, openPath, phone, pictures } from "./support/pages.ts";

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launch("software")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** An answer of the server's tools, by another road than the page. */
async function ask(tool: string, args: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  return response.json() as Promise<Record<string, unknown>>;
}

const names = (page: Page) => page.locator("#map-names");
const status = (page: Page) => page.locator(".map-status");

/** The names on the map once it is at rest. */
async function namesAt(page: Page): Promise<string> {
  await mapAtRest(page);
  return (await names(page).textContent())!;
}

test("nothing clicked, the map shows the newest week of the data and is fitted to it", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/", desktop);
  await page.locator(".maplibregl-canvas").waitFor();
  await page.locator(".map-status[aria-busy=false]").waitFor();
  const { selection: _, rows } = (await ask("show_map", {})) as {
    selection: unknown;
    rows: [string, number, number, string][];
  };
  const newest = Date.parse(rows.find(([id]) => id === "svc:hotspots")![3]);
  const week = [newest - 7 * 86_400_000, newest].map((each) => new Date(each).toISOString());
  const { matched } = await ask("summarize_features", {
    collection: "svc:hotspots",
    time: week.join("/"),
  });
  const counted = Number(matched).toLocaleString("en");
  await status(page).getByText(`${counted} detections on the map.`).waitFor();
  await mapAtRest(page);
  await page.screenshot({ path: `${pictures}playground-map-first.png` });
  assert.deepEqual(faults, []);
  await close();
});

test("the map names countries of the world, states and cities of a region, and small towns", async () => {
  const open = (view: string) => openPath(browser, server.url, `/#/ask?view=${view}`, desktop);
  const world = await open("1.5/30/-60");
  const countries = await namesAt(world.page);
  for (const name of ["Canada", "Brazil", "United States"])
    assert.match(countries, new RegExp(name));
  assert.doesNotMatch(countries, /La Pine|Portland/);
  await world.page.screenshot({ path: `${pictures}playground-map-world.png` });

  const region = await open("5.2/44/-121");
  const states = await namesAt(region.page);
  for (const name of ["Oregon", "Washington", "Portland"]) assert.match(states, new RegExp(name));
  assert.doesNotMatch(states, /La Pine/);
  await region.page.screenshot({ path: `${pictures}playground-map-region.png` });

  const close = await open("9.5/43.67/-121.5");
  const towns = await namesAt(close.page);
  for (const name of ["La Pine", "Sunriver"]) assert.match(towns, new RegExp(name));
  await close.page.screenshot({ path: `${pictures}playground-map-close.png` });
  for (const each of [world, region, close]) {
    assert.deepEqual(each.faults, []);
    await each.close();
  }
});

test("on a dark phone the map has dark colours and fits", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/", phone);
  await page.locator(".map-status[aria-busy=false]").waitFor();
  // The land itself is the largest spot of its colour.
  const land: Mark[] = await marksOn(page, themes.dark.land);
  assert.ok(land.length > 0);
  await page.screenshot({ path: `${pictures}playground-map-phone.png` });
  assert.deepEqual(faults, []);
  await close();
});
