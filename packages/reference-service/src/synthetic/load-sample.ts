import type { Properties } from "@emberline/geo";
import type { LoadTarget } from "../import/load-folder.ts";
import { identified } from "../import/parse-feature.ts";
import type { OwnedSimulation } from "../simulations/simulation-store.ts";
import type { CollectionId } from "../values/collections.ts";
import type { Feature } from "../values/crs.ts";
import { syntheticFires } from "./fires.ts";
import { hotspotsOfFire, hotspotsOfSource } from "./hotspots.ts";
import { perimetersOf } from "./perimeters.ts";
import { Random } from "./random.ts";
import { simulationsOf } from "./simulations.ts";
import { staticSourceFeature, staticSources } from "./static-sources.ts";

type Sketch = Pick<Feature, "geometry" | "properties"> & { id?: string };

/**
 * Fills the stores with a synthetic world that ends at `now` (epoch milliseconds): fires on several
 * continents with daily perimeters, detections by overpass, static sources with detections, and
 * simulations. The same seed and time give the same sample.
 */
export async function loadSample(
  { stores, reporter, organization }: LoadTarget,
  { now, seed }: { now: number; seed: number },
): Promise<OwnedSimulation[]> {
  const random = new Random(seed);
  const fires = syntheticFires(now, random);
  const insert = async (id: CollectionId, features: Sketch[]) => {
    const timed = features.map(
      ({ id: own, geometry, properties }) => identified(own, geometry, properties).feature,
    );
    const known = await stores[id].insert(timed);
    reporter.report.collections[id] += timed.length - known.length;
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
  const simulations = fires.flatMap((fire) => simulationsOf(fire, now, random));
  reporter.report.simulations = simulations.length;
  return simulations.map((simulation) => ({ simulation, organization }));
}

/** A detection without an id, which is derived from its satellite, time and position. */
function asFeature(properties: Properties): Sketch {
  const { longitude, latitude } = properties as { longitude: number; latitude: number };
  return { geometry: { type: "Point", coordinates: [longitude, latitude] }, properties };
}
