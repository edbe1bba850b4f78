import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { startProxy } from "@emberline/test-support/proxy";
import { sharedData } from "@emberline/test-support/shared-data";
import type { Browser, Page } from "playwright-core";
import { mapAtRest } from "./support/marks.ts";
import { launch, openPath } from "./support/pages.ts";

/* What the first view weighs, and its picture for the README. */

/** The one picture of the page in the repository; UPDATE_PICTURE=1 makes it anew. */
const picture = join(root, "apps/playground/playground.jpg");
const maxPictureBytes = 200_000;

const maxPageBytes = 100_000;
const maxMapBytes = 500_000;
/** Each file waits for the network once. */
const maxRequests = 60;

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launch("software")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function firstView(page: Page): Promise<void> {
  await page.locator(".map-status[aria-busy=false]").waitFor();
  await page.getByText("tokens").first().waitFor();
  await mapAtRest(page);
}

for (const [data, args] of [
  ["synthetic", ["--synthetic"]],
  ["shared", ["--data", sharedData]],
] as const) {
  test(`the first view of ${data} data is within its weight, and so is the map`, async (t) => {
    const own = await startServerProcess([...args]);
    const { url, sent, ...proxy } = await startProxy();
    proxy.forwardTo(own.url);
    try {
      const {
        page: view,
        faults,
        close,
      } = await openPath(browser, url, "/", {
        viewport: { width: 1440, height: 900 },
      });
      await firstView(view);
      const bytesOf = (part: Part) =>
        sent.reduce((sum, { path, bytes }) => (partOf(path) === part ? sum + bytes : sum), 0);
      const weights = sent.map(({ path, bytes }) => `${bytes} ${path}`).join("\n");
      const [page, map, features] = [bytesOf("page"), bytesOf("map"), bytesOf("features")];
      t.diagnostic(`page ${page} B, map ${map} B, features ${features} B, ${sent.length} requests`);
      assert.ok(page <= maxPageBytes, weights);
      assert.ok(map > 0 && map <= maxMapBytes, weights);
      assert.ok(sent.length <= maxRequests, weights);
      assert.deepEqual(faults, []);
      await close();
    } finally {
      proxy.close();
      await own.stop();
    }
  });
}

test("the README's picture shows the page as it is, in at most 200 kB", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/", {
    viewport: { width: 1440, height: 900 },
  });
  await page.getByRole("button", { name: "How has one of the largest fires" }).click();
  await page.locator(".call-headline").getByText("Trout: 191 km²").waitFor();
  await page.locator(".map-status[aria-busy=false]").waitFor();
  await mapAtRest(page);
  const shot = await page.screenshot({ type: "jpeg", quality: 80 });
  if (process.env.UPDATE_PICTURE === "1") await writeFile(picture, shot);
  const kept = await readFile(picture);
  assert.ok(kept.length <= maxPictureBytes, `${kept.length} bytes`);
  assert.deepEqual(sizeOf(kept), sizeOf(shot));
  assert.match(
    await readFile(join(root, "README.md"), "utf8"),
    /apps\/playground\/playground\.jpg/,
  );
  assert.deepEqual(faults, []);
  await close();
});

type Part = "page" | "map" | "features";

/** The map comes after the page; how many features are drawn depends on the data. */
function partOf(path: string): Part {
  if (path.startsWith("/tools/map_features")) return "features";
  return /^\/(assets\/(map-pane|palette|seen|style|gl-map|maplibre)|basemap\/)/.test(path)
    ? "map"
    : "page";
}

/** Width and height of a baseline JPEG (ITU-T T.81, B.2.2). */
function sizeOf(jpeg: Buffer): readonly [number, number] {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] === 0xc0) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  throw new Error("not a baseline JPEG");
}
