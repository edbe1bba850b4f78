import { type Geometry, isGeometry, type LonLat } from "@emberline/geo";
import { woundForDrawing } from "@emberline/map";
import type { LayerKind, ShownLayer, ToRead } from "../answer/arguments.ts";
import { type JsonObject, numberOf, recordsOf, textOf, timeMsOf } from "../answer/json.ts";
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

/** More than any map has: what a hostile answer names beyond is not read. */
const maxLayers = 12;

/** Reads all layers of an answer, and keeps what was read. */
export class LayersStore {
  readonly #shown: ToRead;
  readonly #options: { readonly detailKm: number; readonly call: CallTool };
  readonly #end = new AbortController();
  readonly #onChange: (state: LayersState) => void;
  #layers: readonly LayerState[];

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

/** Features of all kinds by what they are. */
export function byKind(all: readonly MapFeature[]): Features {
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

/** Calls a tool of the server through the host; rejects if the tool or the host refuses. */
export type CallTool = (name: string, args: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

/** How far the reading of a layer got. */
interface LayerProgress {
  readonly layer: ShownLayer;
  readonly features: readonly MapFeature[];
  /** Continues the reading; null at its end. */
  readonly cursor: string | null;
}

/** At most this many features are read at once: a person can ask for the next ones. */
const maxAtOnce = 20_000;

/** Answers per reading, if they bring few features. */
const maxAnswers = 40;

/** Reads a layer page after page, and reports each. */
async function loadLayer(
  before: LayerProgress,
  { tool, arguments: given }: Pick<ToRead, "tool" | "arguments">,
  { detailKm, call, signal }: { detailKm: number; call: CallTool; signal: AbortSignal },
  onPage: (progress: LayerProgress) => void,
): Promise<void> {
  const { layer } = before;
  const features = [...before.features];
  let cursor = before.cursor;
  for (let answers = 0; answers < maxAnswers; answers++) {
    const args = { ...given, tool, layer: layer.id, detail_km: detailKm };
    const asked = cursor === null ? args : { ...args, cursor };
    const answer = await call("map_features", asked, signal);
    for (const feature of parseFeatures(answer, layer)) features.push(feature);
    cursor = typeof answer.next_cursor === "string" ? answer.next_cursor : null;
    onPage({ layer, features: [...features], cursor });
    if (cursor === null || features.length - before.features.length >= maxAtOnce) return;
  }
}

/** The features of an answer of `map_features`; rows that are not features are left out. */
function parseFeatures(answer: JsonObject, { id, kind }: ShownLayer): MapFeature[] {
  const geometries = Array.isArray(answer.geometries) ? answer.geometries : [];
  return recordsOf(answer).flatMap((record, i): MapFeature[] => {
    const feature = readers[kind](record, geometries[i]);
    return feature ? [{ ...feature, id: textOf(record.id), layer: id } as MapFeature] : [];
  });
}

type Reader = (record: JsonObject, geometry: unknown) => object | null;

const readers: Readonly<Record<LayerKind, Reader>> = {
  detections(record) {
    const position = positionOf(record);
    const frpMw = numberOf(record.frp_mw);
    return position && { kind: "detection", position, timeMs: timeMsOf(record.time), frpMw };
  },
  perimeters(record, geometry) {
    const shape = shapeOf(geometry);
    const { name, fire, time } = record;
    const named = { name: textOf(name), fire: textOf(fire), timeMs: timeMsOf(time) };
    return shape && { kind: "perimeter", ...named, geometry: shape };
  },
  sources(record) {
    const position = positionOf(record);
    const { name, category } = record;
    return position && { kind: "source", position, name: textOf(name), category: textOf(category) };
  },
  simulations(record) {
    const position = positionOf(record);
    const {
      fire_name: fire,
      location,
      status,
      created_at: created,
      forecast_until: until,
    } = record;
    return (
      position && {
        kind: "simulation",
        position,
        name: textOf(fire) ?? textOf(location),
        status: textOf(status),
        createdMs: timeMsOf(created),
        untilMs: timeMsOf(until),
      }
    );
  },
  others(record, geometry) {
    const shape = shapeOf(geometry);
    return shape && { kind: "other", timeMs: timeMsOf(record.time), geometry: shape };
  },
};

function positionOf({ lon, lat }: JsonObject): LonLat | null {
  const [x, y] = [numberOf(lon), numberOf(lat)];
  return x === null || y === null ? null : [x, y];
}

function shapeOf(geometry: unknown): Geometry | null {
  return isGeometry(geometry) ? woundForDrawing(geometry) : null;
}
