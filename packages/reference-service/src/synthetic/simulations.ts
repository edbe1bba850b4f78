import { printInstant } from "@emberline/geo";
import type { Simulation } from "../simulations/simulation-store.ts";
import type { SyntheticFire } from "./fires.ts";
import { type Random, rounded } from "./random.ts";

const minuteMs = 60_000;
const simulationsPerFire = 6;
const statuses = ["COMPLETED", "COMPLETED", "NO_SPREAD", "FAILED", "COMPLETED", "QUEUED"];

/**
 * Six simulations of each fire, the queued one newest; the second and fifth started automatically.
 */
export function simulationsOf(fire: SyntheticFire, now: number, random: Random): Simulation[] {
  const clusterId = random.uuid();
  const span = now - fire.firstDay;
  return Array.from({ length: simulationsPerFire }, (_, i) => {
    const status = statuses[i]!;
    const auto = i === 1 || i === 4;
    // Queued simulations are minutes old; the others spread over the life of the fire.
    const ago = status === "QUEUED" ? random.between(1, 9) * minuteMs : span * (1 - (i + 1) / 7);
    const isLinked = auto || i === 0;
    return {
      id: random.uuid(),
      status,
      clusterId: isLinked ? clusterId : null,
      fireName: isLinked ? fire.name : null,
      locationName: i === 3 ? null : `${fire.place} (synthetic)`,
      latitude: rounded(fire.latitude + random.between(-0.02, 0.02), 5),
      longitude: rounded(fire.longitude + random.between(-0.02, 0.02), 5),
      model: "synthetic-model-1",
      durationHours: random.pick([6, 12, 24, 48]),
      ensembleMembers: random.pick([10, 25, 50]),
      burnedAreaM2: burnedArea(status, random),
      auto,
      createdAt: printInstant(Math.floor((now - ago) / 1000) * 1000),
      errorMessage: status === "FAILED" ? "No weather forecast for this place (synthetic)" : null,
    };
  });
}

function burnedArea(status: string, random: Random): number | null {
  if (status === "COMPLETED") return rounded(random.between(2e5, 4e7), 1);
  return status === "NO_SPREAD" ? 0 : null;
}
