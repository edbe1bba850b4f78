import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseTimestampUs } from "@emberline/geo";
import type { Simulation, SimulationStore } from "../simulations/simulation-store.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import { byCollection, type CollectionId, collectionIds, filesOf } from "../values/collections.ts";
import { coverageFile } from "./declared-coverage.ts";
import { FeatureImport } from "./feature-import.ts";
import { type FileKind, fileKind } from "./file-kind.ts";
import { parsedBatches } from "./parsed-batches.ts";
import { Refusal, type Reporter, shown } from "./report.ts";

/** Receives loaded or synthetic data. */
export interface LoadTarget {
  stores: Record<CollectionId, FeatureStore>;
  simulations: Pick<SimulationStore, "insert">;
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
export async function loadFolder(folder: string, target: LoadTarget): Promise<void> {
  const { stores, reporter, onLoaded } = target;
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  const known: [string, FileKind][] = [];
  for (const name of names.sort()) {
    const kind = fileKind(name);
    if (kind) known.push([name, kind]);
    else if (name !== coverageFile) reporter.report.passedOver.push(name);
  }
  if (known.length === 0 && !target.mayBeEmpty) throw new Error(noFiles(folder));

  /** Features of the files before. */
  let before = 0;
  const onFeatures = (count: number) => onLoaded?.(before + count);
  const features = byCollection((id) => new FeatureImport(stores[id], reporter, onFeatures));
  const filled = new Set(known.flatMap(([, { into }]) => (into === "simulations" ? [] : [into])));
  let load = async () => {
    for (const [file, kind] of known) {
      const path = join(folder, file);
      let loaded: number;
      if (kind.into === "simulations") {
        loaded = await loadSimulations(path, file, target);
        reporter.report.simulations += loaded;
      } else {
        loaded = await features[kind.into].file(path, file, kind.format);
        reporter.report.synthetic[kind.into] += features[kind.into].synthetic;
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
}

/** Reads one file of simulations, each once; returns how many of them were new. */
export async function loadSimulations(
  path: string,
  file: string,
  {
    simulations,
    reporter,
    organization: owner,
  }: Pick<LoadTarget, "simulations" | "reporter" | "organization">,
): Promise<number> {
  let loaded = 0;
  const source = { path, file, format: "json" as const };
  for await (const batch of parsedBatches(source, parseSimulation, reporter)) {
    const owned = batch.map(({ value: { simulation, organization = owner } }) => ({
      simulation,
      organization,
    }));
    const known = await simulations.insert(owned, file);
    for (const index of known) {
      reporter.duplicate({ file, line: batch[index]!.line, id: owned[index]!.simulation.id });
    }
    loaded += batch.length - known.length;
  }
  return loaded;
}

/** Otherwise a wrong folder would look like a world without fires. */
function noFiles(folder: string): string {
  return `${JSON.stringify(folder)} has no data files: their names start with ${collectionIds.flatMap(filesOf).join(", ")} and end in .geojsonl, .geojson or .csv, with or without .gz; simulations are simulations….json.`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const maxTextLength = 10_000;

const isText = (value: unknown) => typeof value === "string" && value.length <= maxTextLength;
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
/** A missing zone means UTC. */
const isInstant = (value: unknown) =>
  typeof value === "string" && parseTimestampUs(value) !== undefined;
const isUuid = (value: unknown) => typeof value === "string" && uuidPattern.test(value);
const within = (limit: number) => (value: unknown) =>
  isNumber(value) && Math.abs(value as number) <= limit;
const orNull = (test: (value: unknown) => boolean) => (value: unknown) =>
  value === null || test(value);

/** The members of the interface's SimulationListItem, with their checks. */
const memberTests: Record<
  keyof Required<Simulation>,
  [test: (value: unknown) => boolean, expected: string]
> = {
  id: [isUuid, "a UUID"],
  status: [isText, `a text of at most ${maxTextLength} characters`],
  clusterId: [orNull(isUuid), "a UUID or null"],
  fireName: [orNull(isText), `a text of at most ${maxTextLength} characters or null`],
  locationName: [orNull(isText), `a text of at most ${maxTextLength} characters or null`],
  latitude: [within(90), "a number from -90 to 90"],
  longitude: [within(180), "a number from -180 to 180"],
  model: [isText, `a text of at most ${maxTextLength} characters`],
  durationHours: [Number.isInteger, "an integer"],
  ensembleMembers: [Number.isInteger, "an integer"],
  burnedAreaM2: [orNull(isNumber), "a number or null"],
  auto: [(value) => typeof value === "boolean", "true or false"],
  createdAt: [isInstant, "an RFC 3339 date-time"],
  errorMessage: [orNull(isText), `a text of at most ${maxTextLength} characters or null`],
  synthetic: [(value) => value === undefined || value === true, "true, or absent"],
};

/**
 * Checks one simulation. A member `organization` names its owner; unknown members and the links,
 * which the service generates, are dropped.
 * @throws {Refusal} when a member is missing or of another type
 */
function parseSimulation(text: string): { simulation: Simulation; organization?: string } {
  const item = parseObject(text);
  const simulation: Record<string, unknown> = {};
  for (const [name, [test, expected]] of Object.entries(memberTests)) {
    if (!test(item[name])) {
      const found = item[name] === undefined ? "missing" : shown(item[name]);
      throw new Refusal(`${name} is ${found}, not ${expected}`);
    }
    if (item[name] !== undefined) simulation[name] = item[name];
  }
  const { organization } = item;
  if (organization !== undefined && !isText(organization)) {
    throw new Refusal(`organization is not a text of at most ${maxTextLength} characters`);
  }
  const owner = organization as string | undefined;
  return { simulation: simulation as unknown as Simulation, organization: owner };
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("not an object");
  }
  return value as Record<string, unknown>;
}
