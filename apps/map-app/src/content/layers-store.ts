import { bboxOf, boxesOverlap, flatBox, kmPerDegree } from "@emberline/geo";
import { type MapArea, type Span, spanOfArea } from "@emberline/map";
import type { ShownLayer, ToRead } from "../answer/arguments.ts";
import type { JsonObject } from "../answer/json.ts";
import { byKind, type Features, type MapFeature, noFeatures } from "./features.ts";
import {
  type CallTool,
  type LayerProgress,
  loadLayer,
  outlinesIn,
  readChanges,
} from "./read-layer.ts";
import { bboxOfSpan, isSpanIn, widened } from "./seen.ts";

/** A layer of the page: its features so far, and how the reading goes. */
export interface LayerState extends LayerProgress {
  readonly status: "loading" | "paused" | "complete" | "failed";
  /** Why the reading failed. */
  readonly reason: string | null;
  /** A table of what changed since the period that the layer is compared with. */
  readonly changes?: JsonObject;
}

export interface LayersState {
  readonly layers: readonly LayerState[];
  readonly features: Features;
}

export const noLayers: LayersState = { layers: [], features: noFeatures };

/** More than any map has: what a hostile answer names beyond is not read. */
const maxLayers = 12;

/** Pixels across the largest screens. */
const pixelsAcross = 3000;
/** Without an area, until the map looks at what was found. */
const detailWithoutAreaKm = 0.5;

/** How exact outlines are at first, for the map of an area, in kilometres. */
export function detailOf(area: MapArea | null): number {
  if (!area) return detailWithoutAreaKm;
  const { south, north } = spanOfArea(area);
  return Math.min(10, Math.max(0.01, ((north - south) * kmPerDegree) / pixelsAcross));
}

/** Positions of outlines are no finer than this. */
const finestKm = 0.001;
/** A view has settled if it did not move for so long. */
const settledMs = 200;
/** Outlines are read so far around the view, in shares of its sides. */
const margin = 0.25;

/** What was read, or is being read, finer than the layers. */
interface Refined {
  readonly span: Span;
  readonly detailKm: number;
}

/** Reads all layers of an answer, and keeps what was read. */
export class LayersStore {
  readonly #shown: ToRead;
  readonly #options: { readonly detailKm: number; readonly call: CallTool };
  readonly #end = new AbortController();
  readonly #onChange: (state: LayersState) => void;
  #layers: readonly LayerState[];
  #looking: Refined | null = null;
  #refined: Refined | null = null;
  #refining: AbortController | null = null;

  constructor(
    shown: ToRead,
    options: { detailKm: number; call: CallTool },
    onChange: (state: LayersState) => void,
  ) {
    this.#shown = shown;
    this.#options = options;
    this.#onChange = onChange;
    this.#layers = shown.layers.slice(0, maxLayers).map((layer) => ({
      layer,
      features: [],
      cursor: null,
      status: "loading",
      reason: null,
    }));
  }

  /** Reads every layer. */
  start(): void {
    this.#tell();
    for (const { layer } of this.#layers) void this.#read(layer);
  }

  /** Reads on where a layer paused, or again where it failed. */
  more(layer: ShownLayer): void {
    this.#change(layer, { status: "loading", reason: null });
    void this.#read(layer);
  }

  /** Reads the outlines in a view again where a pixel shows more than was read. */
  refine(view: Span, kmPerPixel: number): void {
    this.#looking = {
      span: widened(view, margin),
      detailKm: Math.max(finestKm, kmPerPixel / 2),
    };
    const isRefined =
      this.#refined !== null &&
      this.#refined.detailKm <= kmPerPixel &&
      isSpanIn(view, this.#refined.span);
    if (isRefined || kmPerPixel >= this.#options.detailKm) return;
    this.#refining?.abort();
    this.#refining = new AbortController();
    void this.#refineLayers(this.#refining.signal);
  }

  /** Ends all readings. */
  close(): void {
    this.#end.abort();
    this.#refining?.abort();
  }

  async #read(layer: ShownLayer): Promise<void> {
    const before = this.#stateOf(layer);
    const { signal } = this.#end;
    try {
      await loadLayer(before, this.#shown, { ...this.#options, signal }, (progress) =>
        this.#change(layer, progress),
      );
      const { cursor, changes } = this.#stateOf(layer);
      if (layer.before !== undefined && !changes) {
        const { call } = this.#options;
        this.#change(layer, { changes: await readChanges(layer, this.#shown, { call, signal }) });
      }
      this.#change(layer, { status: cursor === null ? "complete" : "paused" });
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#change(layer, { status: "failed", reason });
      return;
    }
    // The map may have moved closer meanwhile.
    const { detailKm } = this.#options;
    if (!this.#looking || this.#looking.detailKm * 2 >= detailKm || this.#refined) return;
    this.#refining?.abort();
    this.#refining = new AbortController();
    void this.#refineLayers(this.#refining.signal);
  }

  async #refineLayers(signal: AbortSignal): Promise<void> {
    const asked = this.#looking!;
    await new Promise((resolve) => setTimeout(resolve, settledMs));
    if (signal.aborted) return;
    const bbox = bboxOfSpan(asked.span);
    const box = flatBox(bbox);
    for (const { layer, features, status } of this.#layers) {
      const isSeen = features.some(
        (each) => "geometry" in each && boxesOverlap(box, bboxOf(each.geometry) ?? box),
      );
      if (!isSeen || status === "loading") continue;
      try {
        const { call } = this.#options;
        const view = { bbox, detailKm: asked.detailKm };
        const finer = await outlinesIn(layer, this.#shown, view, { call, signal });
        if (signal.aborted) return;
        this.#change(layer, { features: withFiner(this.#stateOf(layer).features, finer) });
      } catch {
        // The coarser outlines stay; the next movement asks again.
        return;
      }
    }
    if (this.#layers.every(({ status }) => status !== "loading")) this.#refined = asked;
  }

  #stateOf(layer: ShownLayer): LayerState {
    return this.#layers.find((each) => each.layer === layer)!;
  }

  #change(layer: ShownLayer, change: Partial<LayerState>): void {
    if (this.#end.signal.aborted) return;
    this.#layers = this.#layers.map((each) =>
      each.layer === layer ? { ...each, ...change } : each,
    );
    this.#tell();
  }

  #tell(): void {
    const all = this.#layers.flatMap(({ features }) => features);
    this.#onChange({ layers: this.#layers, features: byKind(all) });
  }
}

/** The features with the finer outlines of the same ids. */
function withFiner(
  features: readonly MapFeature[],
  finer: readonly MapFeature[],
): readonly MapFeature[] {
  const byId = new Map(finer.map((each) => [each.id, each]));
  return features.map((each) => (each.id === null ? each : (byId.get(each.id) ?? each)));
}
