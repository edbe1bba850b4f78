import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const pictures = fileURLToPath(new URL("../../output/", import.meta.url));
export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 360, height: 740 }, colorScheme: "dark" as const };

/** WebGL rendered by the CPU, since there may be no graphics card; or none at all. */
const graphics = {
  software: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  none: ["--disable-gpu", "--disable-3d-apis"],
};

/** Saves the page for a person to look at, if PICTURES=1. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}) {
  if (process.env.PICTURES !== "1") return;
  await page.screenshot({ path: `${pictures}${name}.png`, fullPage, timeout: 120_000 });
}

export function launch(
  kind: keyof typeof graphics,
  more: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: [
      ...["--no-sandbox", "--disable-quic", "--disable-background-networking"],
      ...graphics[kind],
      ...more,
    ],
  });
}

/** A page and its faults: errors in the console, requests to other hosts. */
export async function openPath(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions,
) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // Maps are drawn by the CPU, which other suites may keep busy.
  page.setDefaultTimeout(120_000);
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${url}/`) && !asked.startsWith(`blob:${new URL(url).origin}/`)) {
      faults.push(`asked ${asked}`);
    }
  });
  await page.goto(url + path);
  return { page, faults, close: () => context.close() };
}
