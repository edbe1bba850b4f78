import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { type ServerProcess, startServerProcess } from "../support/programs.ts";
import { valuesOf } from "../support/records.ts";
import { colourOf, type Mark, marksOn } from "./support/marks.ts";
import { answerOfCurl, desktop, launch, openPage, phone, pictures, run } from "./support/pages.ts";

const data = fileURLToPath(new URL("data/", import.meta.url));
const sources = "svc:static-heat-sources";

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launch("software")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/**
 * The sample's three static sources of the Americas: far apart, one of them south of the equator.
 */
async function openAmericas() {
  const opened = await openPage(browser, server.url, "query_features", desktop);
  const { page } = opened;
  const corners = page.locator("input[name=bbox]");
  await corners.first().waitFor();
  for (const [i, degrees] of [-130, -20, -50, 60].entries()) {
    await corners.nth(i).fill(String(degrees));
  }
  await run(page, { collection: sources });
  await page.locator(".maplibregl-canvas").waitFor();
  await page.locator(".map").scrollIntoViewIfNeeded();
  const answer = JSON.parse(await answerOfCurl(page));
  const rows = valuesOf(answer, "id", "lon", "lat") as [string, number, number][];
  assert.equal(rows.length, 3);
  return { ...opened, rows: rows.sort((a, b) => a[1] - b[1]) };
}

const radians = Math.PI / 180;

/** Web Mercator on a sphere of radius 1 (EPSG:3857 divided by its radius), y to the north. */
function mercator(lon: number, lat: number): Mark {
  return { x: lon * radians, y: Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)) };
}

function near(actual: number, expected: number, tolerance: number): void {
  assert.ok(
    Math.abs(actual - expected) <= tolerance,
    `${actual} is not ${expected} ± ${tolerance}`,
  );
}

/** Each mark moved as `move` moves it. */
function assertMoved(before: readonly Mark[], after: readonly Mark[], move: (mark: Mark) => Mark) {
  assert.equal(after.length, before.length);
  for (const [i, mark] of before.entries()) {
    near(after[i]!.x, move(mark).x, 2);
    near(after[i]!.y, move(mark).y, 2);
  }
}

async function middleOf(page: Page): Promise<Mark> {
  const { x, y, width, height } = (await page.locator(".maplibregl-canvas").boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

test("every row is a mark at its own place, and the map is fitted to all of them", async () => {
  const { page, faults, rows, close } = await openAmericas();
  const marks = await marksOn(page, "source");
  assert.equal(marks.length, 3);
  const places = rows.map(([, lon, lat]) => mercator(lon, lat));
  const [west, , east] = marks as [Mark, Mark, Mark];
  const scale = (east.x - west.x) / (places[2]!.x - places[0]!.x);
  for (const [i, place] of places.entries()) {
    near(marks[i]!.x, west.x + (place.x - places[0]!.x) * scale, 2);
    near(marks[i]!.y, west.y - (place.y - places[0]!.y) * scale, 2);
  }
  const middle = await middleOf(page);
  const ys = marks.map(({ y }) => y);
  near((west.x + east.x) / 2, middle.x, 3);
  near((Math.min(...ys) + Math.max(...ys)) / 2, middle.y, 3);
  await page.screenshot({ path: `${pictures}map.png`, fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("the map pans by dragging and by arrow keys, zooms by keys, buttons and Ctrl with the wheel, and fits again", async () => {
  const { page, faults, close } = await openAmericas();
  const fitted = await marksOn(page, "source");
  const middle = await middleOf(page);
  const aboutMiddle =
    (factor: number) =>
    ({ x, y }: Mark): Mark => ({
      x: middle.x + (x - middle.x) * factor,
      y: middle.y + (y - middle.y) * factor,
    });

  await page.locator(".maplibregl-canvas").press("-");
  const small = await marksOn(page, "source");
  assertMoved(fitted, small, aboutMiddle(0.5));

  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 60, middle.y + 30, { steps: 8 });
  // A map that is let go while it moves glides on.
  await page.waitForTimeout(400);
  await page.mouse.up();
  const dragged = await marksOn(page, "source");
  assertMoved(small, dragged, ({ x, y }) => ({ x: x - 60, y: y + 30 }));
  await page.locator(".maplibregl-canvas").press("ArrowLeft");
  assertMoved(dragged, await marksOn(page, "source"), ({ x, y }) => ({ x: x + 100, y }));

  await page.getByRole("button", { name: "Fit to the result" }).click();
  assertMoved(fitted, await marksOn(page, "source"), (mark) => mark);
  await page.getByRole("button", { name: "Zoom out" }).click();
  assertMoved(fitted, await marksOn(page, "source"), aboutMiddle(0.5));
  await page.getByRole("button", { name: "Zoom in" }).click();
  assertMoved(fitted, await marksOn(page, "source"), (mark) => mark);

  await page.mouse.move(middle.x, middle.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 300);
  await page.keyboard.up("Control");
  const [west, , east] = await marksOn(page, "source");
  assert.ok(east!.x - west!.x < fitted[2]!.x - fitted[0]!.x - 20);
  assert.deepEqual(faults, []);
  await close();
});

test("a click on a mark shows its row, and Enter shows the rows in the middle", async () => {
  const { page, faults, rows, close } = await openAmericas();
  const marks = await marksOn(page, "source");
  for (const [i, [id]] of rows.entries()) {
    await page.mouse.click(marks[i]!.x, marks[i]!.y);
    const popup = page.locator(".maplibregl-popup");
    await popup.getByText(id, { exact: true }).waitFor();
    if (i === 0) await page.screenshot({ path: `${pictures}map-popup.png` });
    await popup.getByRole("button", { name: "Close popup" }).click();
    await popup.waitFor({ state: "detached" });
  }
  await page.getByRole("link", { name: "get_feature" }).click();
  await run(page, { collection: sources, id: rows[0]![0] });
  assert.equal((await marksOn(page, "source")).length, 1);
  await page.locator(".maplibregl-canvas").press("Enter");
  await page.locator(".maplibregl-popup").getByText(rows[0]![0], { exact: true }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("features on both sides of the antimeridian stay together, and texts of features stay text", async () => {
  const fiji = await startServerProcess(["--data", data]);
  try {
    const { page, faults, close } = await openPage(browser, fiji.url, "query_features", desktop);
    await run(page, { collection: sources });
    await page.locator(".maplibregl-canvas").waitFor();
    await page.locator(".map").scrollIntoViewIfNeeded();
    const marks = await marksOn(page, "source");
    assert.equal(marks.length, 2);
    const [west, east] = marks as [Mark, Mark];
    const places = [mercator(179, -16.5), mercator(181, -18.5)] as const;
    const slope = (places[0].y - places[1].y) / (places[1].x - places[0].x);
    near((east.y - west.y) / (east.x - west.x), slope, 0.01);
    await page.mouse.click(west.x, west.y);
    const popup = page.locator(".maplibregl-popup");
    await popup.getByText("<img src=x onerror=document.title='owned'>", { exact: true }).waitFor();
    assert.equal(await popup.locator("img").count(), 0);
    assert.doesNotMatch(await page.title(), /owned/);
    await page.screenshot({ path: `${pictures}map-fiji.png`, fullPage: true });
    assert.deepEqual(faults, []);
    await close();
  } finally {
    await fiji.stop();
  }
});

test("on a phone with a dark theme the map is complete, in dark colours", async () => {
  const { page, faults, close } = await openPage(browser, server.url, "query_features", phone);
  await run(page, { collection: "svc:hotspots", near: "40.2,-121.6", radius_km: "30" });
  await page.locator(".maplibregl-canvas").waitFor();
  await page.locator(".map").scrollIntoViewIfNeeded();
  assert.equal(await colourOf(page, "land"), "#333b41");
  // The land itself is the largest spot of its colour.
  assert.ok((await marksOn(page, "land")).length > 0);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.screenshot({ path: `${pictures}map-phone.png` });
  await page.emulateMedia({ colorScheme: "light" });
  assert.ok((await marksOn(page, "land")).length > 0);
  assert.deepEqual(faults, []);
  await close();
});

test("without WebGL the same is shown as a drawing", async () => {
  const plain = await launch("none");
  try {
    const { page, close } = await openPage(plain, server.url, "query_features", desktop);
    await run(page, { collection: sources });
    const drawing = page.locator(".map-still img");
    await drawing.waitFor();
    const alt = await drawing.getAttribute("alt");
    assert.equal(alt, "Map of 10 points");
    const size = await drawing.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    );
    assert.ok(size > 300);
    await page.screenshot({ path: `${pictures}map-drawn.png`, fullPage: true });
    await close();
  } finally {
    await plain.close();
  }
});
