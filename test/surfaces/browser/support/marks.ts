import { decode } from "fast-png";
import type { Page } from "playwright-core";

/** The middle of a mark, in CSS pixels of the window. */
export interface Mark {
  readonly x: number;
  readonly y: number;
}

/** Fewer pixels belong to the edge of something else. */
const leastPixels = 12;
/** Maximum difference in each of red, green and blue. */
const mostDifference = 12;

/** Visible marks of a colour, written `#rrggbb`, from left to right. */
export async function marksOn(page: Page, colour: string): Promise<Mark[]> {
  const picture = await mapAtRest(page);
  const box = (await page.locator(".maplibregl-canvas").boundingBox())!;
  return spotsOf(picture, colour)
    .map(({ x, y }) => ({ x: x + box.x, y: y + box.y }))
    .sort((a, b) => a.x - b.x || a.y - b.y);
}

/** The map as a PNG, once it no longer changes. */
export async function mapAtRest(page: Page): Promise<Buffer> {
  const canvas = page.locator(".maplibregl-canvas");
  let last: Buffer = Buffer.alloc(0);
  for (let tries = 0; tries < 40; tries++) {
    await page.waitForTimeout(400);
    const next = await canvas.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error("the map does not come to rest");
}

/** Resolves once a press on the map would draw. */
export async function mapDraws(page: Page): Promise<void> {
  await page.locator('.maplibregl-canvas[style*="crosshair"]').waitFor();
}

/** The middles of connected pixels of nearly a colour, written `#rrggbb`. */
function spotsOf(png: Buffer, colour: string): Mark[] {
  const { width, height, data, channels } = decode(png);
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.trim().slice(at, at + 2), 16));
  const isNear = (pixel: number) =>
    wanted.every((value, i) => Math.abs(data[pixel * channels + i]! - value) < mostDifference);
  const seen = new Set<number>();
  const spots: Mark[] = [];
  for (let start = 0; start < width * height; start++) {
    if (seen.has(start) || !isNear(start)) continue;
    seen.add(start);
    const spot = [start];
    // It grows while it is walked.
    for (const pixel of spot) {
      for (const next of [pixel - 1, pixel + 1, pixel - width, pixel + width]) {
        if (next < 0 || next >= width * height || seen.has(next) || !isNear(next)) continue;
        seen.add(next);
        spot.push(next);
      }
    }
    if (spot.length < leastPixels) continue;
    const mean = (of: (pixel: number) => number) =>
      spot.reduce((sum, pixel) => sum + of(pixel) + 0.5, 0) / spot.length;
    spots.push({
      x: mean((pixel) => pixel % width),
      y: mean((pixel) => Math.floor(pixel / width)),
    });
  }
  return spots;
}
