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
}

/**
 * Loads every file directly in a folder whose name is recognized; the report names the others.
 * @throws {ImportError} when a line is broken and the reporter is strict
 * @throws {Error} when the folder cannot be read
 */
export async function loadFolder(folder: string, target: LoadTarget): Promise<OwnedSimulation[]> {
  const { stores, reporter, organization } = target;
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  const known: [string, FileKind][] = [];
  for (const name of names.sort()) {
    const kind = fileKind(name);
    if (kind) known.push([name, kind]);
    else reporter.report.passedOver.push(name);
  }

  const features = Object.fromEntries(
    collectionIds.map((id) => [id, new FeatureImport(stores[id], reporter)]),
  ) as Record<CollectionId, FeatureImport>;
  const simulations = new SimulationImport(organization, reporter);
  for (const [file, kind] of known) {
    const path = join(folder, file);
    let loaded: number;
    if (kind.into === "simulations") {
      loaded = await simulations.file(path, file);
      reporter.report.simulations += loaded;
    } else {
      loaded = await features[kind.into].file(path, file, kind.format);
      reporter.report.collections[kind.into] += loaded;
    }
    reporter.fileEnds(file, kind.into, loaded);
  }
  return simulations.all();
}
