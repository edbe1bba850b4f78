import { type Properties, printInstant } from "@emberline/geo";
import type { LoadTarget } from "../import/load-folder.ts";
import { identified } from "../import/parse-feature.ts";
import type { Simulation } from "../simulations/simulation-store.ts";
import type { CollectionId } from "../values/collections.ts";
import type { Feature } from "../values/crs.ts";
import { type SyntheticFire, syntheticFires } from "./fires.ts";
import { hotspotsOfFire, hotspotsOfSource } from "./hotspots.ts";
import { perimetersOf } from "./perimeters.ts";
import { Random, rounded } from "./random.ts";
import { staticSourceFeature, staticSources } from "./static-sources.ts";

type Sketch = Pick<Feature, "geometry" | "properties"> & { id?: string };

/**
 * Fills the stores with a synthetic world that ends at `now` (epoch milliseconds): fires on several
 * continents with daily perimeters, detections by overpass, static sources with detections, and
 * simulations. The same seed and time give the same sample.
 */
export async function loadSynthetic(
  { stores, simulations, reporter, organization }: LoadTarget,
  { now, seed }: { now: number; seed: number },
): Promise<void> {
  const random = new Random(seed);
  const fires = syntheticFires(now, random);
  const insert = async (id: CollectionId, features: Sketch[]) => {
    const timed = features.map(
      ({ id: own, geometry, properties }) => identified(own, geometry, properties).feature,
    );
    const known = await stores[id].insert(timed);
    const fresh = timed.length - known.length;
    reporter.report.collections[id] += fresh;
    reporter.report.synthetic[id] += fresh;
  };

  for (const fire of fires) {
    await insert("svc:satellite-perimeters", perimetersOf(fire, random));
    await insert("svc:hotspots", hotspotsOfFire(fire, now, random).map(asFeature));
  }
  for (const [index, source] of staticSources.entries()) {
    const detections = hotspotsOfSource(source, now, random);
    await insert("svc:hotspots", detections.map(asFeature));
    await insert("svc:static-heat-sources", [
      staticSourceFeature(source, index, detections.length),
    ]);
  }
  const made = fires.flatMap((fire) => simulationsOf(fire, now, random));
  reporter.report.simulations = made.length;
  await simulations.insert(made.map((simulation) => ({ simulation, organization })));
}

/** A detection without an id, which is derived from its satellite, time and position. */
function asFeature(properties: Properties): Sketch {
  const { longitude, latitude } = properties as { longitude: number; latitude: number };
  return { geometry: { type: "Point", coordinates: [longitude, latitude] }, properties };
}

const minuteMs = 60_000;
const simulationsPerFire = 6;
const statuses = ["COMPLETED", "COMPLETED", "NO_SPREAD", "FAILED", "COMPLETED", "QUEUED"];

/**
 * Six simulations of each fire, the queued one newest; the second and fifth started automatically.
 */
function simulationsOf(fire: SyntheticFire, now: number, random: Random): Simulation[] {
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
      synthetic: true,
    };
  });
}

function burnedArea(status: string, random: Random): number | null {
  if (status === "COMPLETED") return rounded(random.between(2e5, 4e7), 1);
  return status === "NO_SPREAD" ? 0 : null;
}
