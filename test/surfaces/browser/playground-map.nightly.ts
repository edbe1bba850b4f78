import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { themes } from "@emberline/map";
import { eventually } from "@emberline/test-support/eventually";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { valuesOf } from "@emberline/test-support/records";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { axeFindings } from "./support/axe.ts";
import { type Mark, mapAtRest, mapDraws, marksOn } from "./support/marks.ts";
import { desktop, launch, openPath, phone, takePicture } from "./support/pages.ts";

const data = fileURLToPath(new URL("data/", import.meta.url));

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(["--synthetic"]), launch("software")]);
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

/** The names on the map once these are among them and it is at rest. */
async function namesWith(page: Page, expected: readonly string[]): Promise<string> {
  return eventually(async () => {
    await mapAtRest(page);
    const text = (await names(page).textContent())!;
    for (const name of expected) assert.match(text, new RegExp(name));
    return text;
  });
}

/** The marks of a colour, once there are `count` of them and the map is at rest. */
async function marksWhen(page: Page, colour: string, count: number): Promise<Mark[]> {
  return eventually(async () => {
    const marks = await marksOn(page, colour);
    assert.equal(marks.length, count);
    return marks;
  });
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
  await status(page).getByText(`${counted} detections`).waitFor();
  await mapAtRest(page);
  await takePicture(page, "playground-map-first");
  assert.deepEqual(faults, []);
  await close();
});

test("the map names countries of the world, states and cities of a region, and small towns", async () => {
  const open = (view: string) => openPath(browser, server.url, `/#/ask?view=${view}`, desktop);
  const world = await open("1.5/30/-60");
  const countries = await namesWith(world.page, ["Canada", "Brazil", "United States"]);
  assert.doesNotMatch(countries, /La Pine|Portland/);
  await takePicture(world.page, "playground-map-world");

  const region = await open("5.2/44/-121");
  const states = await namesWith(region.page, ["Oregon", "Washington", "Portland"]);
  assert.doesNotMatch(states, /La Pine/);
  await takePicture(region.page, "playground-map-region");

  const close = await open("9.5/43.67/-121.5");
  await namesWith(close.page, ["La Pine", "Sunriver"]);
  await takePicture(close.page, "playground-map-close");
  for (const each of [world, region, close]) {
    assert.deepEqual(each.faults, []);
    await each.close();
  }
});

test("on a dark phone the map has dark colours and fits", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/", phone);
  await page.locator(".map-status[aria-busy=false]").waitFor({ state: "attached" });
  assert.equal(await page.locator(".maplibregl-canvas").count(), 0, "a thumbnail needs no WebGL");
  await page.getByRole("button", { name: "Open the map" }).click();
  await page.locator(".maplibregl-canvas").waitFor();
  // The land itself is the largest spot of its colour.
  await eventually(async () => assert.ok((await marksOn(page, themes.dark.land)).length > 0));
  await takePicture(page, "playground-map-phone");
  assert.deepEqual(faults, []);
  await close();
});

const sources = "svc:static-heat-sources";
/** The sample's three static sources of the Americas: far apart, one south of the equator. */
const americas = { collection: sources, bbox: [-130, -20, -50, 60] };

/** The page with the answer of a link. */
async function openCall(tool: string, args: object, options: BrowserContextOptions = desktop) {
  const query = Object.entries(args).map(
    ([name, value]) =>
      `${name}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`,
  );
  const path = `/#/tools/${tool}?${query.join("&")}`;
  const opened = await openPath(browser, server.url, path, options);
  await opened.page.locator(".maplibregl-canvas").waitFor();
  return opened;
}

async function openAmericas(options?: BrowserContextOptions) {
  const opened = await openCall("query_features", americas, options);
  await opened.page.locator("tbody tr").first().waitFor();
  const answer = await ask("query_features", americas);
  const rows = valuesOf(answer, "id", "lon", "lat") as [string, number, number][];
  assert.equal(rows.length, 3);
  return { ...opened, rows: rows.sort((a, b) => a[1] - b[1]) };
}

const sourceMarks = (page: Page, count: number) =>
  marksWhen(page, themes.light.staticSource, count);

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

async function boxOf(page: Page) {
  return (await page.locator(".maplibregl-canvas").boundingBox())!;
}

test("every row is a mark at its own place", async () => {
  const { page, faults, rows, close } = await openAmericas();
  const marks = await sourceMarks(page, 3);
  const places = rows.map(([, lon, lat]) => mercator(lon, lat));
  const [west, , east] = marks as [Mark, Mark, Mark];
  const scale = (east.x - west.x) / (places[2]!.x - places[0]!.x);
  for (const [i, place] of places.entries()) {
    near(marks[i]!.x, west.x + (place.x - places[0]!.x) * scale, 2);
    near(marks[i]!.y, west.y - (place.y - places[0]!.y) * scale, 2);
  }
  assert.deepEqual(faults, []);
  await close();
});

test("the map moves by keys and buttons, and fits again", async () => {
  const { page, faults, close } = await openAmericas();
  const canvas = page.locator(".maplibregl-canvas");
  const fitted = await sourceMarks(page, 3);
  const moved = (move: (mark: Mark) => Mark) =>
    eventually(async () => assertMoved(fitted, await sourceMarks(page, 3), move));
  await canvas.press("ArrowLeft");
  await moved(({ x, y }) => ({ x: x + 100, y }));
  await page.getByRole("button", { name: "Fit to the results" }).click();
  await moved((mark) => mark);
  const { x, y, width, height } = await boxOf(page);
  const middle = { x: x + width / 2, y: y + height / 2 };
  await page.getByRole("button", { name: "Zoom out" }).click();
  await moved((mark) => ({
    x: middle.x + (mark.x - middle.x) / 2,
    y: middle.y + (mark.y - middle.y) / 2,
  }));
  assert.deepEqual(faults, []);
  await close();
});

test("a mark and its row light up together, and a click pins a card away from the mark", async () => {
  const { page, faults, rows, close } = await openAmericas();
  const marks = await sourceMarks(page, 3);
  const card = page.locator(".map-card");
  for (const [i, [id]] of rows.entries()) {
    const { x, y } = marks[i]!;
    await page.mouse.move(x, y);
    await page.locator("tbody tr.hovered").waitFor();
    await page.locator(".map-tip").waitFor();
    await page.mouse.click(x, y);
    assert.ok((await card.locator("dl").first().locator("dt").count()) <= 5, "five facts");
    await card.getByText("More").click();
    await card.getByText(id, { exact: true }).first().waitFor();
    await eventually(async () =>
      assert.equal(await page.locator("tbody tr[aria-selected=true]").count(), 1),
    );
    const box = (await card.boundingBox())!;
    const covers = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
    assert.equal(covers, false, `the card of ${id} covers its mark`);
    if (i === 0) await takePicture(page, "playground-map-card");
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    await eventually(async () =>
      assert.equal(await page.locator("tbody tr[aria-selected=true]").count(), 0),
    );
  }
  await page.locator("tbody tr").first().click();
  await card.waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("Enter opens what is in the middle of the map, all of it one after the other", async () => {
  const args = { lat: 40.2, lon: -121.6, radius_km: 60 };
  const { page, faults, close } = await openCall("assess_location", args);
  await page.locator(".map-status[aria-busy=false]").waitFor();
  await mapAtRest(page);
  await page.locator(".maplibregl-canvas").press("Enter");
  const card = page.locator(".map-card");
  await card.getByText(/^1 of \d+ here$/).waitFor();
  await card.getByRole("button", { name: "Next here" }).click();
  await card.getByText(/^2 of \d+ here$/).waitFor();
  await card.getByRole("button", { name: "Previous here" }).click();
  await card.getByText(/^1 of \d+ here$/).waitFor();
  assert.deepEqual(await axeFindings(page, ".map-pane"), []);
  assert.deepEqual(faults, []);
  await close();
});

test("the map of an assessment has every detection that the answer counted", async () => {
  const time = "2000-01-01/..";
  const args = { lat: 40.2, lon: -121.6, radius_km: 60, time };
  const { page, faults, close } = await openCall("assess_location", args);
  const { matched } = await ask("assess_location", args);
  assert.ok(Number(matched) > 500);
  const counted = Number(matched).toLocaleString("en");
  await status(page)
    .getByText(`${counted} detections on the map: all that the answer counted.`)
    .waitFor();
  await page.getByRole("button", { name: "Layers and legend" }).click();
  const panel = page.locator("#map-layers");
  await panel.getByText("Read for the map, not sent to the model").waitFor();
  const row = panel.locator("label", { hasText: "Detections" });
  await eventually(async () => assert.match((await row.textContent())!, new RegExp(`${counted}$`)));
  await mapAtRest(page);
  await takePicture(page, "playground-map-assessment");
  assert.deepEqual(faults, []);
  await close();
});

test("a layer that is off is not drawn", async () => {
  const { page, faults, close } = await openAmericas();
  await sourceMarks(page, 3);
  await page.getByRole("button", { name: "Layers and legend" }).click();
  const box = page.getByRole("checkbox", { name: /Static heat sources/ });
  await box.uncheck();
  await page.getByRole("button", { name: "Layers and legend" }).click();
  await sourceMarks(page, 0);
  assert.deepEqual(faults, []);
  await close();
});

test("a box that is drawn is assessed: by mouse, and the same by keyboard", async () => {
  const view = "/#/ask?view=3/0/0";
  const { page, faults, close } = await openPath(browser, server.url, view, desktop);
  await page.locator(".map-status[aria-busy=false]").waitFor();
  const asked = () =>
    page
      .waitForRequest(/\/tools\/assess_location\b/)
      .then((request) => request.postDataJSON() as { bbox: number[]; time: string });
  await mapAtRest(page);
  const { x, y, width, height } = await boxOf(page);
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  await page.getByRole("button", { name: "Draw box" }).click();
  await mapDraws(page);
  const byMouse = asked();
  await page.mouse.move(middleX - 100, middleY - 100);
  await page.mouse.down();
  await page.mouse.move(middleX, middleY, { steps: 4 });
  await page.mouse.move(middleX + 100, middleY + 100, { steps: 4 });
  await page.mouse.up();
  const { bbox, time } = await byMouse;
  // At zoom 3 the world is 4,096 pixels wide: 100 of them are 8.789° at the equator.
  for (const [i, expected] of [-8.789, -8.755, 8.789, 8.755].entries())
    near(bbox[i]!, expected, 0.15);
  assert.match(time, /^\d{4}-.*\/\d{4}-/);
  await page.locator(".map-status[aria-busy=false]").waitFor();
  await mapAtRest(page);
  await takePicture(page, "playground-map-drawn");

  const again = await openPath(browser, server.url, view, desktop);
  await mapAtRest(again.page);
  const byKeyboard = again.page
    .waitForRequest(/\/tools\/assess_location\b/)
    .then((request) => request.postDataJSON() as { bbox: number[] });
  await again.page.getByRole("button", { name: "Draw box" }).press("Enter");
  await mapDraws(again.page);
  const canvas = again.page.locator(".maplibregl-canvas");
  await canvas.press("Enter");
  await canvas.press("ArrowRight");
  await mapAtRest(again.page);
  await canvas.press("ArrowDown");
  await mapAtRest(again.page);
  await canvas.press("Enter");
  const drawn = (await byKeyboard).bbox;
  for (const [i, expected] of [0, -8.755, 8.789, 0].entries()) near(drawn[i]!, expected, 0.15);
  assert.deepEqual([...faults, ...again.faults], []);
  await again.close();
  await close();
});

test("the time bar shows a part of the time, by keyboard too", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/", desktop);
  await page.locator(".map-status[aria-busy=false]").waitFor();
  const from = page.getByRole("slider", { name: "From" });
  await from.press("End");
  for (let i = 0; i < 5; i++) await from.press("ArrowLeft");
  const start = new Date((await from.getAttribute("aria-valuetext"))!);
  const { matched } = await ask("summarize_features", {
    collection: "svc:hotspots",
    time: `${start.toISOString()}/..`,
  });
  const counted = Number(matched).toLocaleString("en");
  await page.locator(".time-shown").getByText(`UTC · ${counted}`).waitFor();
  await mapAtRest(page);
  await takePicture(page, "playground-map-time");
  await page.getByRole("button", { name: "All times" }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("a comparison has a shape and a colour for each change", async () => {
  const { newest } = await ask("summarize_features", { collection: "svc:hotspots" });
  const day = (back: number) =>
    new Date(Date.parse(String(newest)) - back * 86_400_000).toISOString().slice(0, 10);
  const args = {
    collection: "svc:hotspots",
    bbox: [-60, -40, 40, 70],
    before: `${day(13)}/${day(7)}`,
    after: `${day(6)}/${day(0)}`,
  };
  const { page, faults, close } = await openCall("compare_periods", args);
  const { by_status: byStatus, rows } = (await ask("compare_periods", args)) as {
    by_status: Record<string, number>;
    rows: [status: string, lon: number, lat: number][];
  };
  assert.ok(byStatus.new! > 0 && byStatus.continuing! > 0);
  await page.locator(".map-status[aria-busy=false]").waitFor();
  const fresh = rows.filter(([status]) => status === "new");
  // In a box of 100° by 110°, marks that are close to each other become one.
  const apart = fresh.filter(
    ([, lon, lat], i) =>
      !fresh.slice(0, i).some(([, x, y]) => Math.abs(lon - x) < 5 && Math.abs(lat - y) < 5),
  );
  await eventually(async () => {
    const { length } = await marksOn(page, themes.light.simulation);
    assert.ok(length >= apart.length && length <= byStatus.new!, `${length} marks`);
  });
  await page.getByRole("button", { name: "Layers and legend" }).click();
  const panel = page.locator("#map-layers");
  for (const change of ["new", "continuing", "not seen again"])
    await panel.getByText(change, { exact: true }).waitFor();
  await takePicture(page, "playground-map-compare");
  assert.deepEqual(faults, []);
  await close();
});

test("features on both sides of the antimeridian stay together", async () => {
  const fiji = await startServerProcess(["--data", data]);
  try {
    const path = `/#/tools/query_features?collection=${sources}`;
    const { page, faults, close } = await openPath(browser, fiji.url, path, desktop);
    await page.locator("tbody tr").first().waitFor();
    await page.locator(".maplibregl-canvas").waitFor();
    const marks = await sourceMarks(page, 2);
    const [west, east] = marks as [Mark, Mark];
    const places = [mercator(179, -16.5), mercator(181, -18.5)] as const;
    const slope = (places[0].y - places[1].y) / (places[1].x - places[0].x);
    near((east.y - west.y) / (east.x - west.x), slope, 0.02);
    assert.deepEqual(faults, []);
    await close();
  } finally {
    await fiji.stop();
  }
});

test("a place is found by name, and its town is on the map", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/", desktop);
  await page.getByRole("button", { name: "Find place" }).click();
  await page.getByLabel("Name of a place").fill("La Pine");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.locator(".map-find").waitFor({ state: "detached" });
  await namesWith(page, ["La Pine"]);
  assert.deepEqual(faults, []);
  await close();
});

test("without WebGL a canvas draws the same map, which moves and opens cards", async () => {
  const plain = await launch("none");
  try {
    const path = `/#/tools/query_features?collection=${sources}`;
    const { page, close } = await openPath(plain, server.url, path, desktop);
    const map = page.getByRole("application", { name: "Map of 10 static heat sources" });
    await map.waitFor();
    const scale = page.locator(".map-scale");
    const before = await scale.textContent();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await eventually(async () => assert.notEqual(await scale.textContent(), before));
    await page.locator("tbody tr").first().click();
    await page.getByRole("complementary").getByRole("heading").waitFor();
    await takePicture(page, "playground-map-light");
    assert.deepEqual(await axeFindings(page, ".map-pane"), []);
    const asked = page.waitForRequest(/\/tools\/assess_location\b/);
    await page.getByRole("button", { name: "Draw box" }).click();
    await map.press("Enter");
    await map.press("ArrowRight");
    await map.press("ArrowUp");
    await map.press("Enter");
    assert.equal(((await asked).postDataJSON() as { bbox: number[] }).bbox.length, 4);
    await close();
  } finally {
    await plain.close();
  }
});

for (const [state, options] of [
  ["light", desktop],
  ["dark on a phone", phone],
  [
    "with forced colours and reduced motion",
    { ...desktop, forcedColors: "active", reducedMotion: "reduce" },
  ],
] as const) {
  test(`axe-core finds nothing wrong with the map, ${state}`, async () => {
    const { page, close } = await openPath(browser, server.url, "/", options);
    await page.locator(".map-status[aria-busy=false]").waitFor();
    await page.getByRole("button", { name: "Layers and legend" }).click();
    assert.deepEqual(await axeFindings(page, ".map-pane"), []);
    await mapAtRest(page);
    await takePicture(page, `playground-map-${state.replaceAll(" ", "-")}`);
    await close();
  });
}
