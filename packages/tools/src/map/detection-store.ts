import type { Detection, Detections } from "@emberline/map";
import type { PackedDetections } from "../work/map-drawing.ts";

/** Numbers per detection: longitude, latitude, time, power. */
const stride = 4;

/** Detections per block: 0.5 MB, allocated in a fraction of a millisecond. */
const perBlock = 1 << 14;

/** Detections as plain numbers, 32 bytes each, so that millions fit into memory. */
export class DetectionStore implements PackedDetections {
  readonly #blocks: Float64Array<ArrayBuffer>[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get blocks(): readonly Float64Array<ArrayBuffer>[] {
    return this.#blocks;
  }

  add({ position, timeMs, frpMw }: Detection): void {
    const start = (this.#length++ % perBlock) * stride;
    if (start === 0) this.#blocks.push(new Float64Array(perBlock * stride));
    const block = this.#blocks.at(-1)!;
    block[start] = position[0];
    block[start + 1] = position[1];
    block[start + 2] = timeMs ?? Number.NaN;
    block[start + 3] = frpMw ?? Number.NaN;
  }
}

/** Unpacks detections one at a time. */
export function detectionsIn({ length, blocks }: PackedDetections): Detections {
  return {
    length,
    *[Symbol.iterator](): Iterator<Detection> {
      for (let i = 0; i < length; i++) {
        const block = blocks[Math.floor(i / perBlock)]!;
        const start = (i % perBlock) * stride;
        const [timeMs, frpMw] = [block[start + 2]!, block[start + 3]!];
        yield {
          position: [block[start]!, block[start + 1]!],
          timeMs: Number.isNaN(timeMs) ? null : timeMs,
          frpMw: Number.isNaN(frpMw) ? null : frpMw,
        };
      }
    },
  };
}
