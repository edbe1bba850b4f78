import type { LonLat } from "@emberline/geo";
import { type Ages, agesOf, type Span } from "@emberline/map";
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { areaOf, type ShownLayer, type ToRead, timeText } from "../answer/arguments.ts";
import { isObject, type JsonObject, timeMsOf } from "../answer/json.ts";
import { toRead } from "../answer/to-read.ts";
import { type Content, type Drawable, isMark } from "./content.ts";
import { type LayerName, type Scene, sceneOf, usualLayers } from "./layers.ts";
import { detailOf, type LayersState, LayersStore, noLayers } from "./layers-store.ts";
import type { Focus, MapState } from "./map-state.ts";
import { contentOf } from "./merge.ts";
import type { CallTool } from "./read-layer.ts";
import { type PlacedRow, rowsOf } from "./rows.ts";
import { type StepRange, type TimeAxis, timeAxisOf, windowOf } from "./time-axis.ts";

/** Features at one point of the map, and the one of them whose card is open. */
export interface Selection {
  readonly drawables: readonly Drawable[];
  readonly at: number;
  /** Where it was chosen on the map; null if by its row. */
  readonly place: LonLat | null;
}

/** Asks the map to fit its content: a new one, or one that is now complete. */
export interface Fit {
  readonly isNew: boolean;
  /** Whether a link to the page brought it, which may say where the map looks. */
  readonly isLinked: boolean;
}

/** An answer as the map takes it. */
export interface MapSource {
  readonly isLinked: boolean;
  /** Null for what no call brought. */
  readonly callId: number | null;
  readonly rows: readonly PlacedRow[];
  readonly area: Content["area"];
  readonly asOfMs: number | null;
  /** The period asked for, as an argument of a tool. */
  readonly time: string | null;
}

export const noSource: MapSource = {
  isLinked: true,
  callId: null,
  rows: [],
  area: null,
  asOfMs: null,
  time: null,
};

/** A call with its answer. */
interface AnsweredCall {
  readonly id: number;
  readonly tool: string;
  readonly args: JsonObject;
  readonly isLinked: boolean;
}

/** What a map shows, and what is chosen on it, whatever draws it. */
export class MapModel {
  /** Calls a tool for the map; null where nothing can be called. */
  readonly call: CallTool | null;
  readonly content: ReadonlySignal<Content>;
  readonly scene: ReadonlySignal<Scene>;
  readonly ages: ReadonlySignal<Ages>;
  readonly axis: ReadonlySignal<TimeAxis | null>;
  /** The steps of time that are shown; null for all. */
  readonly range: Signal<StepRange | null> = signal(null);
  /** The first and the last instant that are shown, in milliseconds since 1970; null for all. */
  readonly window: ReadonlySignal<readonly [number, number] | null>;
  /** The layers that the person chose; null for the usual ones. */
  readonly chosenLayers: Signal<ReadonlySet<LayerName> | null> = signal(null);
  readonly layersOn: ReadonlySignal<ReadonlySet<LayerName>>;
  readonly selection: Signal<Selection | null> = signal(null);
  /** What is under the pointer, or whose row is. */
  readonly lit: ReadonlySignal<Drawable | null>;
  /** What the map shows; null until it says so. */
  readonly seen: Signal<Span | null> = signal(null);
  /** A new object whenever the map is to fit its content. */
  readonly fit: Signal<Fit> = signal({ isNew: true, isLinked: true });
  /** The period of what is shown, as an argument of a tool; null if it has none. */
  readonly time: ReadonlySignal<string | null>;

  readonly #source = signal(noSource);
  readonly #read = signal<LayersState>(noLayers);
  readonly #pointed = signal<Drawable | null>(null);
  readonly #hovered: MapState["hovered"];
  #store: LayersStore | null = null;
  readonly #stops: readonly (() => void)[];

  constructor(call: CallTool | null, { hovered, pinned }: Pick<MapState, "hovered" | "pinned">) {
    this.call = call;
    this.#hovered = hovered;
    this.content = computed(() => {
      const { callId, rows, area, asOfMs } = this.#source.value;
      return contentOf(callId, rows, this.#read.value, { area, asOfMs });
    });
    this.layersOn = computed(() => this.chosenLayers.value ?? usualLayers(this.content.value));
    this.axis = computed(() => timeAxisOf(this.content.value.features));
    this.window = computed(() => {
      const [chosen, steps] = [this.range.value, this.axis.value];
      return chosen && steps && chosen[1] < steps.counts.length ? windowOf(steps, chosen) : null;
    });
    this.scene = computed(() =>
      sceneOf(this.content.value, this.layersOn.value, this.window.value),
    );
    this.ages = computed(() => {
      const { features, asOfMs } = this.content.value;
      const times = [...features.detections, ...features.perimeters].map(({ timeMs }) => timeMs);
      const ends = [asOfMs, this.window.value?.[1] ?? null].filter((each) => each !== null);
      return agesOf(
        times,
        ends.length > 0 ? ends.reduce((least, each) => Math.min(least, each)) : undefined,
      );
    });
    const byFocus = computed(() => {
      const found = new Map<string, Drawable>();
      for (const [drawable, { focus }] of this.content.value.rows)
        found.set(keyOf(focus), drawable);
      return found;
    });
    this.lit = computed(() => {
      const focus = hovered.value;
      return this.#pointed.value ?? (focus ? (byFocus.value.get(keyOf(focus)) ?? null) : null);
    });
    this.time = computed(() => {
      const [start, last] = this.window.value ?? [];
      if (start === undefined || last === undefined) return this.#source.value.time;
      return `${new Date(start).toISOString()}/${new Date(last).toISOString()}`;
    });
    this.#stops = [
      effect(() => {
        const focus = pinned.value;
        const drawable = focus && byFocus.value.get(keyOf(focus));
        const current = this.selection.peek();
        if (drawable && current?.drawables[current.at] !== drawable)
          this.selection.value = { drawables: [drawable], at: 0, place: null };
        if (!focus && current && this.#focusOf(current.drawables[current.at]))
          this.selection.value = null;
      }),
      effect(() => {
        const chosen = this.selection.value;
        const focus = this.#focusOf(chosen?.drawables[chosen.at]);
        if (!isSame(pinned.peek(), focus)) pinned.value = focus;
      }),
      // Finer outlines are other objects of the same features.
      effect(() => {
        const { features } = this.content.value;
        const chosen = this.selection.peek();
        if (!chosen) return;
        const all: readonly Drawable[] = [...features.perimeters, ...features.others];
        const known = new Map(all.map((each) => [nameOf(each), each]));
        const drawables = chosen.drawables.map((each) => known.get(nameOf(each)) ?? each);
        if (drawables.some((each, i) => each !== chosen.drawables[i]))
          this.selection.value = { ...chosen, drawables };
      }),
    ];
  }

  /** Shows an answer, and reads what it counted. */
  showAnswer({ id, tool, args, isLinked }: AnsweredCall, answer: JsonObject): void {
    const source: MapSource = {
      callId: id,
      isLinked,
      rows: rowsOf(answer, { id, tool }),
      area: areaOf(answer),
      asOfMs: endOf(answer),
      time: timeOf(answer),
    };
    this.show(source, toRead(tool, args, answer));
  }

  show(next: MapSource, read: ToRead | null): void {
    this.#store?.close();
    this.#store = null;
    batch(() => {
      this.#source.value = next;
      this.#read.value = noLayers;
      this.range.value = null;
      this.selection.value = null;
      this.#pointed.value = null;
      this.fit.value = { isNew: true, isLinked: next.isLinked };
    });
    if (!read || !this.call) return;
    const options = { detailKm: detailOf(next.area), call: this.call };
    this.#store = new LayersStore(read, options, (state) => {
      const isEnd = state.layers.every(({ status }) => status !== "loading");
      batch(() => {
        const wasEnd = this.#read.peek().layers.every(({ status }) => status !== "loading");
        this.#read.value = state;
        // Rows may have said nothing about where the features are.
        if (isEnd && !wasEnd && next.area === null)
          this.fit.value = { isNew: false, isLinked: next.isLinked };
      });
    });
    this.#store.start();
  }

  /**
   * Tells what the map shows, so that outlines are as fine as its pixels.
   *
   * @param kmPerPixel of the screen's own pixels
   */
  look(view: Span, kmPerPixel: number): void {
    this.seen.value = view;
    this.#store?.refine(view, kmPerPixel);
  }

  /** Lights what the pointer is on. */
  hover(drawable: Drawable | null): void {
    this.#pointed.value = drawable;
    const focus = drawable ? this.#focusOf(drawable) : null;
    if (!isSame(this.#hovered.peek(), focus)) this.#hovered.value = focus;
  }

  /** Reads on where the reading of a layer paused, or again where it failed. */
  more(layer: ShownLayer): void {
    this.#store?.more(layer);
  }

  /** Ends all reading. */
  close(): void {
    this.#store?.close();
    for (const stop of this.#stops) stop();
  }

  #focusOf(drawable: Drawable | undefined): Focus | null {
    return (drawable && this.content.peek().rows.get(drawable)?.focus) ?? null;
  }
}

function nameOf(drawable: Drawable): unknown {
  if (isMark(drawable) || drawable.id === null) return drawable;
  return `${drawable.layer} ${drawable.id}`;
}

function keyOf({ callId, table, row }: Focus): string {
  return `${callId} ${row} ${table}`;
}

function isSame(a: Focus | null, b: Focus | null): boolean {
  return a === b || (a !== null && b !== null && keyOf(a) === keyOf(b));
}

function timeOf({ selection }: JsonObject): string | null {
  return timeText(isObject(selection) ? selection.interval : null);
}

/** The end of the period asked for, or the newest observation, whichever is earlier. */
function endOf({ selection, after, newest }: JsonObject): number | null {
  const asked = [selection, after].map((each) => (isObject(each) ? each.interval : undefined));
  const ends = [...asked.map((each) => (Array.isArray(each) ? each[1] : null)), newest]
    .map(timeMsOf)
    .filter((each) => each !== null);
  return ends.length > 0 ? ends.reduce((least, each) => Math.min(least, each)) : null;
}
