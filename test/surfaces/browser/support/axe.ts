import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong with a page, or with a part of it. */
export async function axeFindings(page: Page | Frame, part = "html"): Promise<string[]> {
  // The page's policy allows no script of another origin: this one runs outside of it.
  await page.evaluate(axe);
  return page.evaluate(async (selector) => {
    interface Axe {
      run(part: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(selector);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, part);
}
