import type { Detection, Detections } from "@emberline/map";
import type { PackedDetections } from "../work/map-drawing.ts";

/** Numbers per detection: longitude, latitude, time, power. */
const stride = 4;

/** Detections as plain numbers, 32 bytes each, so that millions fit into memory. */
export class DetectionStore implements PackedDetections {
  #values = new Float64Array(1024 * stride);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get values(): Float64Array<ArrayBuffer> {
    return this.#values;
  }

  add({ position, timeMs, frpMw }: Detection): void {
    const start = this.#length++ * stride;
    if (start === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[start] = position[0];
    this.#values[start + 1] = position[1];
    this.#values[start + 2] = timeMs ?? Number.NaN;
    this.#values[start + 3] = frpMw ?? Number.NaN;
  }
}

/** Unpacks detections one at a time. */
export function detectionsIn({ length, values }: PackedDetections): Detections {
  return {
    length,
    *[Symbol.iterator](): Iterator<Detection> {
      for (let i = 0; i < length * stride; i += stride) {
        const [timeMs, frpMw] = [values[i + 2]!, values[i + 3]!];
        yield {
          position: [values[i]!, values[i + 1]!],
          timeMs: Number.isNaN(timeMs) ? null : timeMs,
          frpMw: Number.isNaN(frpMw) ? null : frpMw,
        };
      }
    },
  };
}
