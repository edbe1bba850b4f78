import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { startProxy } from "@emberline/test-support/proxy";
import { recordsOf } from "@emberline/test-support/records";
import { parse } from "csv-parse/sync";
import type { Browser, Page } from "playwright-core";
import { desktop, launch, openPath } from "./support/pages.ts";

const data = fileURLToPath(new URL("data/", import.meta.url));

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(["--synthetic"]), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The files of a call, which its link runs, and the text of its answer. */
async function openFiles(url: string, args: Readonly<Record<string, string>>) {
  const opened = await openPath(browser, url, "/", desktop);
  const { page } = opened;
  const response = page.waitForResponse("**/tools/query_features*");
  await page.goto(`${url}/#/tools/query_features?${new URLSearchParams(args)}`);
  const text = await (await response).text();
  await page.locator(".headline").waitFor();
  await page.getByRole("tab", { name: "Files" }).click();
  return { ...opened, text };
}

/** What a button saves. */
async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".files-tab").getByRole("button", { name: button, exact: true }).click(),
  ]);
  const text = readFileSync(await download.path(), "utf8");
  return { name: download.suggestedFilename(), text };
}

test("the rows are saved as CSV and the answer as JSON, with every value that the server gave", async () => {
  const args = { collection: "svc:hotspots", limit: "50" };
  const { page, faults, close, text } = await openFiles(server.url, args);
  const records = recordsOf(JSON.parse(text));
  const csv = await saved(page, "CSV · Rows (50)");
  assert.equal(csv.name, "query_features.csv");
  const shown = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value ?? "")])),
  );
  assert.deepEqual(parse(csv.text, { columns: true }), shown);
  const json = await saved(page, "JSON · as the model got it");
  assert.equal(json.name, "query_features.json");
  assert.equal(json.text, text);
  assert.deepEqual(faults, []);
  await close();
});

test("a value that a spreadsheet would calculate is saved as text", async () => {
  const hostile = await startServerProcess(["--data", data]);
  try {
    const args = { collection: "svc:static-heat-sources" };
    const { page, close, text } = await openFiles(hostile.url, args);
    const { returned } = JSON.parse(text);
    const rows: string[][] = parse((await saved(page, `CSV · Rows (${returned})`)).text, {
      from_line: 2,
    });
    assert.ok(rows.flat().includes('\'=HYPERLINK("https://example.com","open")'));
    assert.ok(rows.flat().includes("-179"));
    await close();
  } finally {
    await hostile.stop();
  }
});

test("all matches are saved as a file that the server wrote, those of the selection alone", async () => {
  const args = { collection: "svc:hotspots", filter: "frp > 100", limit: "5" };
  const { page, faults, close, text } = await openFiles(server.url, args);
  const { matched }: { matched: number } = JSON.parse(text);
  assert.ok(matched > 5);
  const geojson = await saved(page, "GeoJSON");
  assert.match(geojson.name, /\.geojson$/);
  const { features } = JSON.parse(geojson.text) as { features: { properties: { frp: number } }[] };
  assert.equal(features.length, matched);
  assert.ok(features.every(({ properties }) => properties.frp > 100));
  await page.locator(".files-tab").getByText(`${matched} features written as GeoJSON`).waitFor();
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
    const { page, close } = await openFiles(small.url, { collection: "svc:hotspots" });
    await page.getByRole("button", { name: "JSON · as the model got it" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "GeoJSON" }).count(), 0);
    await close();
  } finally {
    await small.stop();
  }
});

test("behind a proxy that serves it under a path the page works, and so do its exports", async () => {
  const { url, ...proxy } = await startProxy({ path: "/emberline" });
  const behind = await startServerProcess([], { env: { EMBERLINE_PUBLIC_URL: url } });
  proxy.forwardTo(behind.url);
  try {
    const { page, faults, close } = await openFiles(url, { collection: "svc:hotspots" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "GeoJSON", exact: true }).click(),
    ]);
    assert.ok(download.url().startsWith(`${url}/exports/`));
    assert.deepEqual(faults, []);
    await close();
  } finally {
    await behind.stop();
    proxy.close();
  }
});
