import type { Simulation } from "@emberline/core";
import { z } from "zod";
import { originOf } from "../collection/simulation-features.ts";
import { memberName } from "../values/own-property.ts";
import { cleanText } from "../values/text.ts";

const whole = z.number().int().min(0);

/** In the form of cursors: status, automatic, requested. */
export const packedCounts = z.array(z.tuple([z.string(), whole, whole])).max(50);

/** The interface has four; statuses beyond this number are counted together. */
const maxStatuses = 20;
const otherStatuses = "other";

/** Numbers of matching simulations, by status and origin. */
export class SimulationCounts {
  readonly #byStatus = new Map<string, { automatic: number; requested: number }>();

  static of(packed: z.output<typeof packedCounts>): SimulationCounts {
    const counts = new SimulationCounts();
    for (const [status, automatic, requested] of packed)
      counts.#byStatus.set(status, { automatic, requested });
    return counts;
  }

  get total(): number {
    return [...this.#byStatus.values()].reduce(
      (sum, each) => sum + each.automatic + each.requested,
      0,
    );
  }

  add(simulation: Simulation): void {
    const status = cleanText(simulation.status, 40);
    const isRoom = this.#byStatus.has(status) || this.#byStatus.size < maxStatuses;
    const key = isRoom ? status : otherStatuses;
    const counts = this.#byStatus.get(key) ?? { automatic: 0, requested: 0 };
    counts[originOf(simulation)]++;
    this.#byStatus.set(key, counts);
  }

  pack(): z.output<typeof packedCounts> {
    return [...this.#byStatus].map(([status, { automatic, requested }]) => [
      status,
      automatic,
      requested,
    ]);
  }

  /** `{COMPLETED: {automatic: 3, requested: 4}}`, without zeros. */
  toMember(): Record<string, { automatic?: number; requested?: number }> {
    return Object.fromEntries(
      [...this.#byStatus].map(([status, { automatic, requested }]) => [
        memberName(status),
        { ...(automatic > 0 && { automatic }), ...(requested > 0 && { requested }) },
      ]),
    );
  }
}
