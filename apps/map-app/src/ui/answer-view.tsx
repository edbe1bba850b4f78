import { agesOf, type Camera, themes, viewAt } from "@emberline/map";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Shown } from "../answer/arguments.ts";
import { type LayerName, type MapFeature, visibleOf } from "../features/features.ts";
import type { CallTool } from "../features/layers-store.ts";
import { type StepRange, timeAxisOf, windowOf } from "../features/time-axis.ts";
import type { Host } from "../host/host.ts";
import { fit, frameOf, zoom } from "../map/camera.ts";
import type { World } from "../map/ground.ts";
import { type Hovered, MapView } from "../map/map-view.tsx";
import { Card } from "./card.tsx";
import { FeatureTable } from "./feature-table.tsx";
import { useHost, useLayers, useMatch, useSize } from "./hooks.ts";
import { choicesOf, LayersPanel } from "./layers-panel.tsx";
import { AskBar, MapControls, Scale } from "./map-controls.tsx";
import {
  boxInView,
  countInView,
  questionAbout,
  questionAboutFeature,
  useTell,
} from "./question.ts";
import { TimeBar } from "./time-bar.tsx";
import { useGround, useWorld } from "./use-ground.ts";
import { comparedText, createFormat, isNone, nameOf, noneText, timeMsOf } from "./words.ts";

interface Props {
  readonly shown: Shown;
  readonly host: Host;
  readonly world: Promise<World>;
  /** Null if the host does not pass calls on. */
  readonly call: CallTool | null;
}

const usualLayers: readonly LayerName[] = [
  "detections",
  "newest",
  "sources",
  "simulations",
  "others",
  "area",
];

/** The map of an answer, with everything around it. */
export function AnswerView({ shown, host, world: loading, call }: Props) {
  const { context, can } = useHost(host);
  const isDark = useMatch("(prefers-color-scheme: dark)");
  const format = useMemo(
    () => createFormat(context.locale, context.timeZone),
    [context.locale, context.timeZone],
  );
  const theme = themes[context.theme ?? (isDark ? "dark" : "light")];
  const world = useWorld(loading);
  const { layers, features, more } = useLayers(shown, call);
  const [on, setOn] = useState<ReadonlySet<LayerName>>(new Set(usualLayers));
  const [range, setRange] = useState<StepRange | null>(null);
  const [moved, setMoved] = useState<Camera | null>(null);
  const [selected, setSelected] = useState<MapFeature | null>(null);
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const [drawnNote, setDrawnNote] = useState<string | null>(null);
  const [holder, size] = useSize();

  const axis = useMemo(() => timeAxisOf(features), [features]);
  const chosen = axis && range && range[1] < axis.counts.length ? range : null;
  const window = useMemo(() => windowOf(axis, chosen), [axis, chosen]);
  const visible = useMemo(() => visibleOf(features, on, window), [features, on, window]);
  const ages = useMemo(() => {
    const dated = [...visible.features.detections, ...visible.features.perimeters];
    const end = window?.[1] ?? shown.interval[1] ?? undefined;
    return agesOf(
      dated.map(({ timeMs }) => timeMs),
      end === undefined ? undefined : Math.min(end, Date.now()),
    );
  }, [visible, window, shown]);
  const scene = useMemo(
    () => ({ ...visible, area: on.has("area") ? shown.area : null, ages, selected }),
    [visible, on, shown, ages, selected],
  );

  const frame = useMemo(() => size && frameOf(size), [size]);
  // Until the person moves the map, it follows what arrives.
  const fitted = useMemo(
    () => frame && fit(shown.area, features, frame),
    [shown, frame, shown.area ? null : features],
  );
  const camera = moved ?? fitted;
  const view = useMemo(() => (camera && frame ? viewAt(camera, frame) : null), [camera, frame]);
  const ground = useGround(view, call, host.ended);
  const taken = useMemo(
    () =>
      frame
        ? [
            { x: frame.width - 54, y: 0, width: 54, height: 200 },
            { x: 0, y: frame.height - 34, width: 190, height: 34 },
          ]
        : [],
    [frame],
  );

  const move = useCallback(
    (change: (camera: Camera) => Camera) =>
      setMoved((before) => {
        const from = before ?? fitted;
        return from && change(from);
      }),
    [fitted],
  );
  const zoomBy = (factor: number) => frame && move((each) => zoom(each, frame, factor));
  useEffect(() => {
    if (!selected) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setSelected(null);
      document.querySelector<HTMLElement>(".map-canvas")?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [selected]);

  const inView = view && {
    bbox: boxInView(view),
    window: window ?? null,
    ...countInView(visible.features, view),
  };
  useTell(host, moved || chosen ? inView : null);
  const about = selected && questionAboutFeature(selected);
  const label = `${shown.title}. ${format.count(visible.features.detections.length)} detections and ${format.count(visible.features.perimeters.length)} perimeters.`;

  return (
    <main class={selected ? "page with-card" : "page"}>
      <header>
        <h1>{shown.title}</h1>
        <p>{shown.headline}</p>
      </header>
      <div class="map" ref={holder}>
        {camera && size && (
          <MapView
            {...{ scene, camera, size, theme, world, ground, taken, label }}
            isAlone={context.displayMode === "fullscreen"}
            onCamera={move}
            onHover={setHovered}
            onPick={setSelected}
            onFit={() => setMoved(null)}
            onDrawn={setDrawnNote}
          />
        )}
        <p id="map-keys">
          Arrow keys move the map, + and − zoom, 0 shows all. The wheel zooms once the map was
          clicked.
        </p>
        {view && <Scale view={view} />}
        <MapControls
          isFullscreen={context.displayMode === "fullscreen"}
          onZoom={zoomBy}
          onFit={() => setMoved(null)}
          onFullscreen={
            can.fullscreen ? () => void host.toggleFullscreen().catch(() => {}) : undefined
          }
        />
        {hovered && <Tip hovered={hovered} time={timeText(hovered.feature, format.time)} />}
      </div>
      {selected && (
        <Card
          feature={selected}
          format={format}
          call={call}
          onAsk={about !== null && can.ask ? () => void host.ask(about).catch(() => {}) : undefined}
          onClose={() => setSelected(null)}
        />
      )}
      {can.ask && inView && <AskBar onAsk={(words) => host.ask(questionAbout(words, inView))} />}
      {axis && (
        <TimeBar
          axis={axis}
          range={chosen}
          format={format}
          locale={context.locale}
          onRange={setRange}
        />
      )}
      <LayersPanel
        choices={choicesOf(shown, features, visible)}
        {...{ on, ages, theme, format }}
        onChange={setOn}
      />
      <section class="status" aria-label="What is drawn">
        <ul aria-live="polite" aria-busy={layers.some(({ status }) => status === "loading")}>
          {call === null && (
            <li>
              This conversation does not let the page load features: the answer above has the facts.
            </li>
          )}
          {layers
            .filter((each) => !isNone(each))
            .map((each) => (
              <li key={each.layer.id}>
                {comparedText(each, shown.tool, format)}{" "}
                {(each.status === "paused" || each.status === "failed") && (
                  <button type="button" onClick={() => more(each.layer)}>
                    {each.status === "paused" ? "Load more" : "Try again"}
                  </button>
                )}
              </li>
            ))}
          {noneText(layers) && <li>{noneText(layers)}</li>}
          {drawnNote && <li>At this zoom, {drawnNote}</li>}
        </ul>
      </section>
      {shown.notices.length > 0 && (
        <section class="notices" aria-labelledby="notices-heading">
          <h2 id="notices-heading">Notices</h2>
          <ul>
            {shown.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </section>
      )}
      <FeatureTable features={visible.features} format={format} onPick={setSelected} />
      <footer class="quiet">
        A detection is a warm pixel at an overpass, not a fire; no detection does not mean safe.
        Basemap: Natural Earth; US states: US Census Bureau (generalised). Place names: GeoNames, CC
        BY 4.0.
      </footer>
    </main>
  );
}

function Tip({ hovered: { feature, x, y }, time }: { hovered: Hovered; time: string }) {
  return (
    <div class="tip" style={{ left: `${x}px`, top: `${y}px` }}>
      <strong>{nameOf(feature)}</strong>
      {time && <span>{time}</span>}
    </div>
  );
}

function timeText(feature: MapFeature, print: (timeMs: number) => string): string {
  const timeMs = timeMsOf(feature);
  return timeMs === null ? "" : print(timeMs);
}
