import { createWriteStream } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Invocation, readSettings } from "@emberline/settings/node";
import { FeatureImport } from "../import/feature-import.ts";
import { type FeatureFormat, fileKind, formatOf } from "../import/file-kind.ts";
import { Reporter, reportLines } from "../import/report.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { type CollectionId, filesOf } from "../values/collections.ts";
import { importSettings } from "./settings.ts";
import { print } from "./terminal.ts";

export const importUsage = "emberline-service import FILE… --data DIR [OPTION…]";

interface Source {
  path: string;
  into: CollectionId;
  format: FeatureFormat;
}

const progressStep = 100_000;

/**
 * `emberline-service import`: checks files and writes their valid features, each once, to a data
 * folder as newline-delimited GeoJSON, one file per source. A dry run writes nothing.
 */
export async function importCommand(invocation: Invocation): Promise<void> {
  const { values, positionals } = readSettings(importSettings, invocation);
  if (positionals.length === 0) throw new Error(`No file was given; usage: ${importUsage}`);
  if (values.data === undefined && !values.isDryRun) {
    throw new Error(`--data DIR is missing, or --dry-run: ${importUsage}`);
  }
  const sources = positionals.map((path) => sourceOf(path, values.into));
  const reporter = new Reporter(values.strict);
  for (const { path, into, format } of sources) {
    const store = new MemoryStore();
    const started = performance.now();
    const file = basename(path);
    const onProgress = inSteps((count) => print(`${file}: ${count} features …`));
    const loaded = await new FeatureImport(store, reporter, onProgress).file(path, file, format);
    reporter.fileEnds(file, into, loaded);
    print(`${file}: ${loaded} features in ${Math.round(performance.now() - started)} ms`);
    if (values.data !== undefined && !values.isDryRun && loaded > 0) {
      print(`Written: ${await write(store, values.data, into, file)}`);
    }
  }
  for (const line of reportLines(reporter.report)) print(line);
  if (values.isDryRun) print("Dry run: nothing was written.");
}

/** Passes on every hundred thousandth number. */
function inSteps(report: (count: number) => void): (count: number) => void {
  let next = progressStep;
  return (count) => {
    if (count < next) return;
    report(count);
    next = (Math.floor(count / progressStep) + 1) * progressStep;
  };
}

function sourceOf(path: string, into: CollectionId | undefined): Source {
  const name = basename(path);
  if (into !== undefined) {
    const format = formatOf(name);
    if (format && format !== "json") return { path, into, format };
    throw new Error(`${name} must end in .geojsonl, .geojson or .csv, with or without .gz`);
  }
  const kind = fileKind(name);
  if (kind && kind.into !== "simulations") return { path, into: kind.into, format: kind.format };
  throw new Error(`The name ${name} does not identify a collection; choose one with --into`);
}

/** Writes to a temporary name first, so that a service never loads a partial file. */
async function write(
  store: FeatureStore,
  folder: string,
  into: CollectionId,
  source: string,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const stem = source.replace(/\.(geojsonl|geojson|csv)(\.gz)?$/, "").replace(/[^\w.-]/g, "-");
  const prefix = filesOf(into)[0];
  const name = `${stem.startsWith(prefix) ? stem : `${prefix}-${stem}`}.geojsonl.gz`;
  const path = join(folder, name);
  const { features } = await store.find({}, { limit: Number.POSITIVE_INFINITY });
  await pipeline(Readable.from(lines(features)), createGzip(), createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
  return path;
}

function* lines(features: Iterable<string>): Generator<string> {
  for (const feature of features) yield `${feature}\n`;
}
