import { basename } from "node:path";
import { escapeHidden } from "@emberline/settings";
import { folder, type Invocation, parseValue, readSettings } from "@emberline/settings/node";
import { processTurns } from "@emberline/turns";
import { FeatureImport } from "../import/feature-import.ts";
import { fileKind } from "../import/file-kind.ts";
import { loadFolder, loadSimulations } from "../import/load-folder.ts";
import { Reporter, reportLines } from "../import/report.ts";
import type { StoredLoad } from "../postgis/loads.ts";
import { openPostgis } from "../service/open-postgis.ts";
import { storeOf } from "../settings/store-settings.ts";
import { type CollectionId, collectionIds } from "../values/collections.ts";
import { dataSettings, dataUsage } from "./settings.ts";
import { print } from "./terminal.ts";

/** A statement may take long: a table is counted, or a file of millions of features removed. */
const maxSeconds = 3600;
const dayMs = 86_400_000;

type Opened = Awaited<ReturnType<typeof openPostgis>>;
type Values = ReturnType<typeof readSettings<typeof dataSettings>>["values"];

/** `emberline-service data`: what was loaded into a database, also while services run on it. */
export async function dataCommand(invocation: Invocation): Promise<void> {
  const { values, positionals } = readSettings(dataSettings, invocation);
  const [action = "", argument, ...more] = positionals;
  const run = actions[action];
  if (!run || more.length > 0 || (argument === undefined) !== (action === "list"))
    throw new Error(`Unknown action, or one argument too many or too few; usage: ${dataUsage}`);
  const store = storeOf({ ...values, storeReplica: undefined });
  if (!store) throw new Error(`--store URL or EMBERLINE_STORE is missing: ${dataUsage}`);
  const opened = await openPostgis(
    { ...store, maxReadSeconds: maxSeconds, maxChangeSeconds: maxSeconds },
    processTurns,
  );
  try {
    await run(opened, argument ?? "", values);
  } finally {
    await opened.close();
  }
}

const actions: Readonly<
  Record<string, (opened: Opened, argument: string, values: Values) => Promise<void>>
> = {
  async load({ stores, simulations }, path, { strict, organization }) {
    const data = parseValue("data load", path, { parse: folder });
    const reporter = new Reporter(strict);
    try {
      await loadFolder(data, { stores, simulations, reporter, organization });
    } finally {
      for (const line of reportLines(reporter.report)) print(line);
    }
    const torn = reporter.report.files.filter(({ isWhole }) => !isWhole);
    if (torn.length > 0)
      throw new Error(
        `Not read to the end: ${torn.map(({ file }) => file).join(", ")}. Load whole files again.`,
      );
  },
  async list(opened) {
    const lists = [
      ...collectionIds.map(async (id) => (await opened.loadsIn[id].loads()).map(lineOf(id))),
      opened.simulations.loads().then((loads) => loads.map(lineOf("simulations"))),
    ];
    for (const line of (await Promise.all(lists)).flat()) process.stdout.write(`${line}\n`);
  },
  async replace(opened, path, { strict, organization }) {
    const file = basename(path);
    const kind = kindOf(file);
    const reporter = new Reporter(strict);
    const { report } = reporter;
    // Within the change, which an error takes back.
    const ends = (loaded: number) => {
      reporter.fileEnds(file, kind.into, loaded);
      if (!report.files[0]!.isWhole || loaded + report.duplicates.total === 0)
        throw new Error(
          `Nothing was replaced, since ${path} has nothing to load, or cannot be read to its end; emberline-service data remove ${file} takes away what was loaded.`,
        );
    };
    try {
      await (kind.into === "simulations"
        ? opened.simulations.replaceLoad(file, async (insert) =>
            ends(
              await loadSimulations(path, file, {
                simulations: { insert },
                reporter,
                organization,
              }),
            ),
          )
        : opened.loadsIn[kind.into].replaceLoad(file, async (target) =>
            ends(await new FeatureImport(target, reporter).file(path, file, kind.format)),
          ));
    } finally {
      for (const line of reportLines(report)) print(line);
    }
  },
  async remove(opened, name) {
    const { into } = kindOf(name);
    const removed = await (into === "simulations"
      ? opened.simulations
      : opened.loadsIn[into]
    ).removeLoad(name);
    if (removed === undefined)
      throw new Error(
        `No file ${name} was loaded: emberline-service data list names those that were.`,
      );
    print(`Removed: ${removed} from ${into}`);
  },
  async expire({ stores }, days, { into }) {
    if (!/^[1-9]\d{0,5}$/.test(days))
      throw new Error(`"${days}" is no number of days, such as 30.`);
    for (const id of into === undefined ? collectionIds : [into]) {
      const removed = await stores[id].removeBefore(Date.now() - Number(days) * dayMs);
      print(`Removed: ${removed} from ${id}`);
    }
  },
};

function kindOf(file: string) {
  const kind = fileKind(file);
  if (kind) return kind;
  throw new Error(
    `The name ${file} does not identify a collection: emberline-service data list has the names of loaded files.`,
  );
}

/** Tab-separated: file, collection, features that are there, when. */
function lineOf(into: CollectionId | "simulations"): (load: StoredLoad) => string {
  return ({ file, features, loadedAt }) =>
    [
      file === null ? "(not noted)" : escapeHidden(file),
      into,
      features,
      loadedAt === null ? "(not noted)" : new Date(loadedAt).toISOString(),
    ].join("\t");
}
