import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { defineTool, ifOffered, readOnly } from "../call/tool.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { feedMember, feedsOf } from "../collection/feeds.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import { lackOf, wordsOf } from "../collection/layers.ts";
import { otherCollection } from "../collection/other-collection.ts";
import { readAll } from "../reading/read-all.ts";
import { selectionParameters } from "../selection/parameters.ts";
import { resolveSelection } from "../selection/selection.ts";
import { timeOf } from "../values/roles.ts";
import { rowOf, type WatchedLayer, type WatchedRow } from "./watched-row.ts";
import { resolveScope, type WatchScope } from "./watched-sites.ts";

const layers = [
  "hotspots",
  "perimeters",
  "incidents",
  "evacuationZones",
] as const satisfies WatchedLayer[];

/** Data arrives days late; what is older is not watched. Zones count whatever their time. */
const windowDays: Partial<Record<WatchedLayer, number>> = {
  hotspots: 7,
  perimeters: 30,
  incidents: 30,
};
const dayMs = 86_400_000;
const maxRows = 100_000;

/** A digest of texts in any order: the sum of their SHA-256, as eight numbers modulo 2³². */
class SetDigest {
  readonly #sum = new Uint32Array(8);

  add(text: string): void {
    const hash = sha256(utf8ToBytes(text));
    const view = new DataView(hash.buffer, hash.byteOffset);
    for (let i = 0; i < this.#sum.length; i++) this.#sum[i]! += view.getUint32(4 * i);
  }

  toString(): string {
    return Array.from(this.#sum, (each) => each.toString(16).padStart(8, "0")).join("");
  }
}

const { bbox, near, within, fire, radius_km } = selectionParameters;

const input = z.object({
  bbox,
  near,
  within,
  fire,
  radius_km,
  assets: z.string().max(200).optional().describe("Around the features of this collection."),
  day: z.iso.date().describe("The last of the days that are watched."),
  layers: z.array(z.enum(layers)).min(1).max(layers.length).optional(),
  nearer_km: z.number().positive().max(500).optional().describe("Outlines up to so far."),
  rows: z.boolean().optional(),
});
type WatchInput = z.output<typeof input>;

/**
 * What an area has of watched layers: a digest of each by id and time, how its feeds are, and with
 * `rows` what there is. No model is offered it: surfaces call it to notice that data arrived or
 * changed, late data too, which no comparison of newest times would show, and one feature in place
 * of another, which no count would.
 */
export const watchArea = defineTool({
  name: "watch_area",
  title: "Watch an area",
  description: "Digests what an area has of each layer.",
  toolset: "core",
  annotations: readOnly,
  input,
  output: z.object({
    digests: z.record(z.string(), z.string().nullable()),
    feeds: z.array(feedMember.extend({ layer: z.enum(layers) })),
    rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).optional(),
  }),
  async run(given, context) {
    const scope = await resolveScope(given, context);
    // Of a list that a caller gives, each has to be there; few services have incidents.
    const asked = given.layers ?? layers;
    const read = await Promise.all(asked.map((layer) => readLayer(layer, given, scope, context)));
    if (given.layers) {
      const lacking = asked.find((layer, i) => layer !== "incidents" && read[i] === null);
      if (lacking) throw new ToolError("not_found", `${lackOf(wordsOf(lacking), context.client)}.`);
    }
    const each = asked.map((layer, i) => [layer, read[i] ?? null] as const);
    const output = {
      digests: Object.fromEntries(each.map(([layer, own]) => [layer, own?.digest ?? null])),
      feeds: each.flatMap(([, own]) => own?.feeds ?? []),
      ...(given.rows && {
        rows: Object.fromEntries(each.map(([layer, own]) => [layer, own?.rows ?? []])),
      }),
    };
    return { parts: 0, keep: () => output };
  },
});

/** The collection of a layer; null if the service does not have it. */
function collectionOf(layer: WatchedLayer, context: ToolContext): Promise<CollectionInfo | null> {
  return layer === "hotspots" || layer === "perimeters"
    ? // A digest without it would look like other data.
      layerCollection(layer, context, { isNeeded: true })
    : otherCollection(layer, context);
}

async function readLayer(
  layer: WatchedLayer,
  { day, rows: isListed, ...given }: WatchInput,
  scope: WatchScope,
  context: ToolContext,
) {
  const info = await collectionOf(layer, context);
  if (!info) return null;
  const { id } = info;
  const days = windowDays[layer];
  const since = days && new Date(Date.parse(day) - days * dayMs).toISOString();
  const isOfFires = layer === "perimeters" || layer === "incidents";
  const selection = await resolveSelection(
    { collection: id, ...(since && { time: `${since}/..` }) },
    context,
    { latestPerFire: false, ...scope.areaFor(isOfFires ? given.nearer_km : undefined) },
  );
  const found = new SetDigest();
  const rows: WatchedRow[] = [];
  const { exact } = await readAll(selection, context, async ({ feature }) => {
    const { id: own, geometry, properties } = feature;
    const distance = await scope.measure(geometry);
    if (!scope.reaches(distance, isOfFires ? given.nearer_km : undefined)) return;
    const time = timeOf(properties, selection.collection.roles);
    const row = isListed || !days ? rowOf(layer, feature, selection.collection, distance) : null;
    // The status of a zone may change under the same id and time.
    found.add(JSON.stringify([own ?? geometry, time, ...(days ? [] : [row])]));
    if (!isListed || !row) return;
    if (rows.push(row) > maxRows)
      throw invalidInput(`More than ${maxRows} ${layer} are in this area: give a smaller one.`);
  });
  // The digest of a part cannot be compared with the next one.
  if (!exact) throw new ToolError("timed_out", `Not all of ${layer} could be read in time.`);
  const { signal, client } = context;
  const description = await ifOffered(client.collections.get(id, { signal }));
  const feeds = feedsOf(description?.feeds).map((feed) => ({ ...feed, layer }));
  return { digest: found.toString(), feeds, rows };
}
