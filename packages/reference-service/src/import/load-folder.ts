import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type CollectionId, collectionIds } from "../collections.ts";
import type { OwnedSimulation } from "../simulations/simulation.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import { FeatureImport } from "./feature-import.ts";
import { type FileKind, fileKind } from "./file-kind.ts";
import type { Reporter } from "./report.ts";
import { SimulationImport } from "./simulation-import.ts";

/** Receives loaded or synthetic data. */
export interface LoadTarget {
  stores: Record<CollectionId, FeatureStore>;
  reporter: Reporter;
  /** The owner of simulations that do not name an organization. */
  organization: string;
  /** A folder without data files is fine, since the data come from elsewhere too. */
  mayBeEmpty?: boolean;
  /** Called with the number of features that were loaded so far. */
  onLoaded?: ((features: number) => void) | undefined;
}

/**
 * Loads every file directly in a folder whose name is recognized; the report names the others.
 * @throws {ImportError} when a line is broken and the reporter is strict
 * @throws {Error} when the folder cannot be read, or none of its files is recognized
 */
export async function loadFolder(folder: string, target: LoadTarget): Promise<OwnedSimulation[]> {
  const { stores, reporter, organization, onLoaded } = target;
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  const known: [string, FileKind][] = [];
  for (const name of names.sort()) {
    const kind = fileKind(name);
    if (kind) known.push([name, kind]);
    else reporter.report.passedOver.push(name);
  }
  if (known.length === 0 && !target.mayBeEmpty) throw new Error(noFiles(folder));

  /** Features of the files before. */
  let before = 0;
  const onFeatures = (count: number) => onLoaded?.(before + count);
  const features = Object.fromEntries(
    collectionIds.map((id) => [id, new FeatureImport(stores[id], reporter, onFeatures)]),
  ) as Record<CollectionId, FeatureImport>;
  const simulations = new SimulationImport(organization, reporter);
  const filled = new Set(known.flatMap(([, { into }]) => (into === "simulations" ? [] : [into])));
  let load = async () => {
    for (const [file, kind] of known) {
      const path = join(folder, file);
      let loaded: number;
      if (kind.into === "simulations") {
        loaded = await simulations.file(path, file);
        reporter.report.simulations += loaded;
      } else {
        loaded = await features[kind.into].file(path, file, kind.format);
        reporter.report.collections[kind.into] += loaded;
        before += loaded;
      }
      reporter.fileEnds(file, kind.into, loaded);
    }
  };
  for (const id of filled) {
    const inner = load;
    load = () => stores[id].load(inner);
  }
  await load();
  return simulations.all();
}

/** Otherwise a wrong folder would look like a world without fires. */
function noFiles(folder: string): string {
  return `${JSON.stringify(folder)} has no data files: their names start with hotspots, firms, perimeters, satellite-perimeters or static-heat-sources and end in .geojsonl, .geojson or .csv, with or without .gz; simulations are simulations….json.`;
}
