import { type Geometry, polygonsOf } from "@emberline/geo";
import type { Pause } from "@emberline/turns";

/** 1e-5 degrees are about a metre: finer than any perimeter is mapped. */
const perDegree = 1e5;

/** Positions between pauses. */
const positionsPerStep = 4096;

/**
 * Identifies an outline by 16 hexadecimal digits, which depend only on its edges: not on the order
 * of polygons and rings, where a ring starts, its direction, heights, or digits below 1e-5 degrees.
 * A source that stores the same outline again may change all of these. A long one takes turns.
 */
export async function outlineKey(geometry: Geometry, pause: Pause): Promise<string> {
  let [a, b] = [0, 0];
  for (const rings of polygonsOf(geometry)) {
    for (const ring of rings) {
      let [fromX, fromY] = [Number.NaN, Number.NaN];
      for (let i = 0; i < ring.length; i++) {
        if (i % positionsPerStep === 0) {
          const pausing = pause();
          if (pausing) await pausing;
        }
        const x = Math.round(ring[i]![0] * perDegree);
        const y = Math.round(ring[i]![1] * perDegree);
        const order = fromX - x || fromY - y;
        // Sums, since edges come in any order; both ways of an edge count the same.
        if (order < 0) {
          a = (a + edgeHash(fromX, fromY, x, y, 0x9e3779b9)) | 0;
          b = (b + edgeHash(fromX, fromY, x, y, 0x85ebca6b)) | 0;
        } else if (order > 0) {
          a = (a + edgeHash(x, y, fromX, fromY, 0x9e3779b9)) | 0;
          b = (b + edgeHash(x, y, fromX, fromY, 0x85ebca6b)) | 0;
        }
        fromX = x;
        fromY = y;
      }
    }
  }
  return digitsOf(a) + digitsOf(b);
}

function digitsOf(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** MurmurHash3 (32 bits) of four integers. */
function edgeHash(x1: number, y1: number, x2: number, y2: number, seed: number): number {
  const hash = mix(mix(mix(mix(seed, x1), y1), x2), y2) ^ 16;
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return whole ^ (whole >>> 16);
}

function mix(hash: number, number: number): number {
  const k = Math.imul(number, 0xcc9e2d51);
  const mixed = hash ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
