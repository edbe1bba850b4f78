import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import type { Browser, Page } from "playwright-core";
import { type ServerProcess, startServerProcess } from "../support/programs.ts";
import { recordsOf } from "../support/records.ts";
import { answerOfCurl, desktop, launch, openPage, pictures, run } from "./support/pages.ts";

const data = fileURLToPath(new URL("data/", import.meta.url));

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** What a button saves. */
async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  const text = readFileSync(await download.path(), "utf8");
  return { name: download.suggestedFilename(), text };
}

test("the rows are saved as CSV and the answer as JSON, with every value that the server gave", async () => {
  const { page, faults, close } = await openPage(browser, server.url, "query_features", desktop);
  await run(page, { collection: "svc:hotspots", limit: "50" });
  await page.locator("tbody tr").first().waitFor();
  const text = await answerOfCurl(page);
  const records = recordsOf(JSON.parse(text));
  const csv = await saved(page, "Save as CSV");
  assert.equal(csv.name, "query_features.csv");
  const shown = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value ?? "")])),
  );
  assert.deepEqual(parse(csv.text, { columns: true }), shown);
  const json = await saved(page, "Save as JSON");
  assert.equal(json.name, "query_features.json");
  assert.equal(json.text, text);
  assert.deepEqual(faults, []);
  await close();
});

test("a value that a spreadsheet would calculate is saved as text", async () => {
  const hostile = await startServerProcess(["--data", data]);
  try {
    const { page, close } = await openPage(browser, hostile.url, "query_features", desktop);
    await run(page, { collection: "svc:static-heat-sources" });
    await page.locator("tbody tr").first().waitFor();
    const rows: string[][] = parse((await saved(page, "Save as CSV")).text, { from_line: 2 });
    assert.ok(rows.flat().includes('\'=HYPERLINK("https://example.com","open")'));
    assert.ok(rows.flat().includes("-179"));
    await close();
  } finally {
    await hostile.stop();
  }
});

test("all matches are saved as a file that the server wrote, those of the selection alone", async () => {
  const { page, faults, close } = await openPage(browser, server.url, "query_features", desktop);
  await run(page, { collection: "svc:hotspots", filter: "frp > 100", limit: "5" });
  await page.locator("tbody tr").first().waitFor();
  const { matched }: { matched: number } = JSON.parse(await answerOfCurl(page));
  assert.ok(matched > 5);
  const geojson = await saved(page, "GeoJSON");
  assert.match(geojson.name, /\.geojson$/);
  const { features } = JSON.parse(geojson.text) as { features: { properties: { frp: number } }[] };
  assert.equal(features.length, matched);
  assert.ok(features.every(({ properties }) => properties.frp > 100));
  await page.getByText(`${matched} features written.`).waitFor();
  const csv = await saved(page, "CSV");
  assert.equal(parse(csv.text, { from_line: 2 }).length, matched);
  const kml = await saved(page, "KML");
  assert.equal(kml.text.match(/<Placemark[ >]/g)?.length, matched);
  assert.deepEqual(faults, []);
  await close();
});

test("a server that does not offer files has no buttons for them", async () => {
  const small = await startServerProcess(["--exclude-tools", "export_features"]);
  try {
    const { page, close } = await openPage(browser, small.url, "query_features", desktop);
    await run(page, { collection: "svc:hotspots" });
    await page.getByRole("button", { name: "Save as JSON" }).waitFor();
    assert.equal(await page.getByText("matches as a file").count(), 0);
    await close();
  } finally {
    await small.stop();
  }
});

test("the picture of show_map is shown with its facts", async () => {
  const { page, faults, close } = await openPage(browser, server.url, "show_map", desktop);
  await run(page, { near: "40.2,-121.6", width: "640", height: "480" });
  const picture = page.locator(".picture img");
  await picture.waitFor();
  const size = await picture.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => [image.naturalWidth, image.naturalHeight]),
  );
  assert.deepEqual(size, [640, 480]);
  const { caption }: { caption: string } = JSON.parse(await answerOfCurl(page));
  assert.equal(await page.getByText(caption, { exact: true }).count(), 1);
  assert.equal(await page.locator(".outcome svg[viewBox]").count(), 0);
  await page.screenshot({ path: `${pictures}show-map.png`, fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});
