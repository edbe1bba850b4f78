import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { ToolError } from "../call/tool-error.ts";
import { readAll } from "../reading/read-all.ts";
import { selectionParameters } from "../selection/parameters.ts";
import { selectLayer } from "../selection/selection.ts";
import { timeOf } from "../values/roles.ts";

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

const { near, within, fire, radius_km, time } = selectionParameters;

const input = z.object({ near, within, fire, radius_km, time });
type Input = z.output<typeof input>;

/**
 * Digests of the detections and perimeters of an area, by id and time. No model is offered it:
 * surfaces call it to notice that data arrived or changed, late data too, which no comparison of
 * newest times would show, and one feature in place of another, which no count would.
 */
export const digestLayers = defineTool({
  name: "digest_layers",
  title: "Digest detections and perimeters",
  description: "Digests the detections and the perimeters of an area and time.",
  toolset: "core",
  annotations: readOnly,
  input,
  output: z.object({ hotspots: z.string(), perimeters: z.string() }),
  async run(given, context) {
    const [hotspots, perimeters] = await Promise.all([
      digest("hotspots", given, context),
      digest("perimeters", given, context),
    ]);
    return { parts: 0, keep: () => ({ hotspots, perimeters }) };
  },
});

async function digest(
  layer: "hotspots" | "perimeters",
  given: Input,
  context: ToolContext,
): Promise<string> {
  const selection = await selectLayer(layer, given, context, {
    latestPerFire: false,
    // A digest without it would look like other data.
    isNeeded: true,
  });
  if (!selection) return "";
  const { roles } = selection.collection;
  const found = new SetDigest();
  const { exact } = await readAll(selection, context, ({ feature }) => {
    const { id, geometry, properties } = feature;
    found.add(JSON.stringify([id ?? geometry, timeOf(properties, roles)]));
  });
  // The digest of a part cannot be compared with the next one.
  if (!exact) throw new ToolError("timed_out", `Not all of ${layer} could be read in time.`);
  return found.toString();
}
