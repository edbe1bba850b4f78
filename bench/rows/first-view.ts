import { startServerProcess } from "@emberline/test-support/programs";
import { startProxy } from "@emberline/test-support/proxy";
import { type Browser, chromium } from "playwright-core";
import { median } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

/** Slow 4G as Lighthouse has it: 1.6 Mbit/s, 150 ms. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const rounds = 5;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };

/** The first view of the playground with the sample, on a phone and on a desktop. */
export const firstView: Row = {
  name: "first-view",
  async run() {
    const server = await startServerProcess([]);
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader"],
    });
    try {
      const onPhone = await measure(browser, server.url, phone);
      const onDesktop = await measure(browser, server.url, desktop);
      return [...linesOf("first-view", onPhone), ...linesOf("first-view-desktop", onDesktop)];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

interface View {
  readonly paintSeconds: number;
  readonly clickSeconds: number;
  /** Of all that was received until the first example could be clicked. */
  readonly clickBytes: number;
  readonly allBytes: number;
}

function linesOf(name: string, views: readonly View[]): Line[] {
  const line = (suffix: string, unit: string, bound: number, value: (view: View) => number) => ({
    name: `${name}${suffix}`,
    value: median(views.map(value)),
    unit,
    goal: { kind: "≤", bound } as const,
    measured: { unit, all: views.map(value).join(", ") },
  });
  return [
    line("", "kB", 450, ({ allBytes }) => allBytes / 1000),
    line("-before-click", "kB", 120, ({ clickBytes }) => clickBytes / 1000),
    line("-paint", "s", 1.5, ({ paintSeconds }) => paintSeconds),
    line("-click", "s", 3, ({ clickSeconds }) => clickSeconds),
  ];
}

/** The first round warms the server, and does not count. */
async function measure(browser: Browser, url: string, options: object): Promise<View[]> {
  const views: View[] = [];
  for (let round = 0; round <= rounds; round++) views.push(await look(browser, url, options));
  return views.slice(1);
}

async function look(browser: Browser, target: string, options: object): Promise<View> {
  const { url, sent, ...proxy } = await startProxy();
  proxy.forwardTo(target);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", slow4g);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector("button.example")) return;
      performance.mark("example");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("button.example").first().click({ trial: true });
  const shown = await page.evaluate(() => ({
    origin: performance.timeOrigin,
    paint: performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
    example: performance.getEntriesByName("example")[0]!.startTime,
  }));
  await page
    .locator(".map-status[aria-busy=false]")
    .waitFor({ state: "attached", timeout: 120_000 });
  await page.waitForLoadState("networkidle");
  await context.close();
  proxy.close();
  const bytesOf = (each: typeof sent) => each.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    paintSeconds: shown.paint / 1000,
    clickSeconds: shown.example / 1000,
    clickBytes: bytesOf(sent.filter(({ atMs }) => atMs <= shown.origin + shown.example)),
    allBytes: bytesOf(sent),
  };
}
