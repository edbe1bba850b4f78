import type { Shown, ShownLayer } from "../answer/shown.ts";
import {
  type DetectionFeature,
  type Features,
  type MapFeature,
  noFeatures,
  type OtherFeature,
  type PerimeterFeature,
  type SimulationFeature,
  type SourceFeature,
} from "./features.ts";
import { type CallTool, type LayerProgress, loadLayer } from "./load-layer.ts";

/** A layer of the page: its features so far, and how the reading goes. */
export interface LayerState extends LayerProgress {
  readonly status: "loading" | "paused" | "complete" | "failed";
  /** Why the reading failed. */
  readonly reason: string | null;
}

export interface LayersState {
  readonly layers: readonly LayerState[];
  readonly features: Features;
}

export const noLayers: LayersState = { layers: [], features: noFeatures };

/** Reads all layers of an answer, and keeps what was read. */
export class LayersStore {
  readonly #shown: Shown;
  readonly #options: { readonly detailKm: number; readonly call: CallTool };
  readonly #end = new AbortController();
  readonly #onChange: (state: LayersState) => void;
  #layers: readonly LayerState[];

  constructor(
    shown: Shown,
    options: { detailKm: number; call: CallTool },
    onChange: (state: LayersState) => void,
  ) {
    this.#shown = shown;
    this.#options = options;
    this.#onChange = onChange;
    this.#layers = shown.layers.map((layer) => ({
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

  /** Ends all readings. */
  close(): void {
    this.#end.abort();
  }

  async #read(layer: ShownLayer): Promise<void> {
    const before = this.#layers.find((each) => each.layer === layer)!;
    const { signal } = this.#end;
    try {
      await loadLayer(before, this.#shown, { ...this.#options, signal }, (progress) =>
        this.#change(layer, progress),
      );
      const { cursor } = this.#layers.find((each) => each.layer === layer)!;
      this.#change(layer, { status: cursor === null ? "complete" : "paused" });
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#change(layer, { status: "failed", reason });
    }
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

function byKind(all: readonly MapFeature[]): Features {
  const of = <Kind extends MapFeature>(kind: Kind["kind"]) =>
    all.filter((each): each is Kind => each.kind === kind);
  return {
    detections: of<DetectionFeature>("detection"),
    perimeters: of<PerimeterFeature>("perimeter"),
    sources: of<SourceFeature>("source"),
    simulations: of<SimulationFeature>("simulation"),
    others: of<OtherFeature>("other"),
  };
}
