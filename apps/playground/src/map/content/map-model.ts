import type { LonLat } from "@emberline/geo";
import { type Ages, agesOf } from "@emberline/map";
import {
  areaOf,
  type CallTool,
  detailOf,
  type LayersState,
  LayersStore,
  noLayers,
  type ShownLayer,
  type StepRange,
  type TimeAxis,
  type ToRead,
  timeAxisOf,
  windowOf,
} from "@emberline/map-app";
import {
  batch,
  computed,
  effect,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from "@preact/signals";
import { isObject, type JsonObject } from "../../common/json.ts";
import { ApiError } from "../../server/api.ts";
import { answerOf, type Call } from "../../server/calls.ts";
import type { Focus } from "../../state/map-state.ts";
import type { Playground } from "../../state/playground.ts";
import type { Content, Drawable } from "./content.ts";
import { type LayerName, type Scene, sceneOf, usualLayers } from "./layers.ts";
import { contentOf } from "./merge.ts";
import { type PlacedRow, rowsOf } from "./rows.ts";
import { awaitFirstWeek, shownOf } from "./to-read.ts";

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

/** What the map shows, and what is chosen on it. */
export interface MapModel {
  readonly content: ReadonlySignal<Content>;
  readonly scene: ReadonlySignal<Scene>;
  readonly ages: ReadonlySignal<Ages>;
  readonly axis: ReadonlySignal<TimeAxis | null>;
  /** The steps of time that are shown; null for all. */
  readonly range: Signal<StepRange | null>;
  readonly layersOn: Signal<ReadonlySet<LayerName>>;
  readonly selection: Signal<Selection | null>;
  /** What is under the pointer, or whose row is. */
  readonly lit: ReadonlySignal<Drawable | null>;
  /** Lights what the pointer is on. */
  hover(drawable: Drawable | null): void;
  /** A new object whenever the map is to fit its content. */
  readonly fit: ReadonlySignal<Fit>;
  /** The period of the content as an argument of a tool; null if it has none. */
  readonly time: ReadonlySignal<string | null>;
  /** Reads on where the reading of a layer paused, or again where it failed. */
  more(layer: ShownLayer): void;
  /** Calls a tool for the map. */
  readonly call: CallTool;
  /** Ends all reading. */
  close(): void;
}

const worldDetailKm = 2;

export function createMapModel({ api, calls, map, tools }: Playground): MapModel {
  const call: CallTool = async (name, args, signal) =>
    (await api.callForPage(name, args, signal)).value;
  const source = signal<Source>(noSource);
  const read = signal<LayersState>(noLayers);
  const content = computed(() => {
    const { callId, rows, area, asOfMs } = source.value;
    return contentOf(callId, rows, read.value, { area, asOfMs });
  });
  const layersOn = signal(usualLayers);
  const range = signal<StepRange | null>(null);
  const fit = signal<Fit>({ isNew: true, isLinked: true });
  const axis = computed(() => timeAxisOf(content.value.features));
  const window = computed(() => {
    const [chosen, steps] = [range.value, axis.value];
    return chosen && steps && chosen[1] < steps.counts.length ? windowOf(steps, chosen) : null;
  });
  const scene = computed(() => sceneOf(content.value, layersOn.value, window.value));
  const ages = computed(() => {
    const { features, asOfMs } = content.value;
    const times = [...features.detections, ...features.perimeters].map(({ timeMs }) => timeMs);
    const ends = [asOfMs, window.value?.[1] ?? null].filter((each) => each !== null);
    return agesOf(
      times,
      ends.length > 0 ? ends.reduce((least, each) => Math.min(least, each)) : undefined,
    );
  });
  const selection = signal<Selection | null>(null);
  const pointed = signal<Drawable | null>(null);
  const byFocus = computed(() => {
    const found = new Map<string, Drawable>();
    for (const [drawable, { focus }] of content.value.rows) found.set(keyOf(focus), drawable);
    return found;
  });
  const lit = computed(() => {
    const focus = map.hovered.value;
    return pointed.value ?? (focus ? (byFocus.value.get(keyOf(focus)) ?? null) : null);
  });

  let end = new AbortController();
  let store: LayersStore | null = null;
  const show = (next: Source, shown: ToRead | null) => {
    store?.close();
    batch(() => {
      source.value = next;
      read.value = noLayers;
      range.value = null;
      selection.value = null;
      pointed.value = null;
      fit.value = { isNew: true, isLinked: next.isLinked };
    });
    if (!shown) return;
    store = new LayersStore(
      shown,
      { detailKm: detailOf(next.area, worldDetailKm), call },
      (state) => {
        const isEnd = state.layers.every(({ status }) => status !== "loading");
        batch(() => {
          read.value = state;
          // Rows may have said nothing about where the features are.
          if (isEnd && next.area === null) fit.value = { isNew: false, isLinked: next.isLinked };
        });
      },
    );
    store.start();
  };

  const stops = [
    effect(() => {
      const call = calls.shown.value;
      const isReady = tools.value.length > 0;
      end.abort();
      end = new AbortController();
      const answer = answerOf(call);
      if (call && answer) {
        untracked(() => showAnswer(call, answer.value));
      } else if (isReady) {
        const { signal: ended } = end;
        awaitFirstWeek(api, ended).then(
          (week) => {
            if (ended.aborted || !week) return;
            const { shown, summary } = week;
            const { time = null } = shown.arguments;
            const rows = summary ? rowsOf(summary, { id: noCall, tool: "summarize_features" }) : [];
            show({ ...noSource, rows, asOfMs: shown.interval[1], time }, shown);
          },
          (error) => {
            // The map stays empty; the page says elsewhere that the server does not answer.
            if (!ended.aborted && !(error instanceof ApiError)) throw error;
          },
        );
      }
    }),
    effect(() => {
      const focus = map.pinned.value;
      const drawable = focus && byFocus.value.get(keyOf(focus));
      const current = selection.peek();
      if (drawable && current?.drawables[current.at] !== drawable)
        selection.value = { drawables: [drawable], at: 0, place: null };
      if (!focus && current && focusOf(current.drawables[current.at])) selection.value = null;
    }),
    effect(() => {
      const chosen = selection.value;
      const focus = focusOf(chosen?.drawables[chosen.at]);
      if (!isSame(map.pinned.peek(), focus)) map.pinned.value = focus;
    }),
  ];

  function focusOf(drawable: Drawable | undefined): Focus | null {
    return (drawable && content.peek().rows.get(drawable)?.focus) ?? null;
  }

  function showAnswer(call: Call, answer: JsonObject): void {
    const shown = shownOf(call.tool, call.args, answer);
    const next: Source = {
      callId: call.id,
      isLinked: call.by === "link",
      rows: rowsOf(answer, call),
      area: areaOf(answer),
      asOfMs: endOf(answer),
      time: timeOf(answer),
    };
    show(next, shown);
  }

  return {
    content,
    scene,
    ages,
    axis,
    range,
    layersOn,
    selection,
    lit,
    fit,
    time: computed(() => {
      const [start, last] = window.value ?? [];
      if (start === undefined || last === undefined) return source.value.time;
      return `${new Date(start).toISOString()}/${new Date(last).toISOString()}`;
    }),
    hover(drawable) {
      pointed.value = drawable;
      const focus = drawable ? focusOf(drawable) : null;
      if (!isSame(map.hovered.peek(), focus)) map.hovered.value = focus;
    },
    call,
    more: (layer) => store?.more(layer),
    close() {
      end.abort();
      store?.close();
      for (const stop of stops) stop();
    },
  };
}

interface Source {
  readonly isLinked: boolean;
  readonly callId: number | null;
  readonly rows: readonly PlacedRow[];
  readonly area: Content["area"];
  readonly asOfMs: number | null;
  /** The period asked for, as an argument of a tool. */
  readonly time: string | null;
}

/** No row of the page has it. */
const noCall = 0;

const noSource: Source = {
  isLinked: true,
  callId: null,
  rows: [],
  area: null,
  asOfMs: null,
  time: null,
};

function keyOf({ callId, table, row }: Focus): string {
  return `${callId} ${row} ${table}`;
}

function isSame(a: Focus | null, b: Focus | null): boolean {
  return a === b || (a !== null && b !== null && keyOf(a) === keyOf(b));
}

function timeOf({ selection }: JsonObject): string | null {
  const interval = isObject(selection) ? selection.interval : undefined;
  if (!Array.isArray(interval)) return null;
  return interval.map((each) => (typeof each === "string" ? each : "..")).join("/");
}

/** The end of the period asked for, or the newest observation, whichever is earlier. */
function endOf({ selection, newest }: JsonObject): number | null {
  const interval = isObject(selection) ? selection.interval : undefined;
  const ends = [Array.isArray(interval) ? interval[1] : null, newest]
    .map((each) => (typeof each === "string" ? Date.parse(each) : Number.NaN))
    .filter((each) => !Number.isNaN(each));
  return ends.length > 0 ? ends.reduce((least, each) => Math.min(least, each)) : null;
}
