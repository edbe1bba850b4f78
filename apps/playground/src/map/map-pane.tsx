import "./map.css";
import "./panels.css";
import type { LonLat } from "@emberline/geo";
import { createFormat, type Format, TimeBar } from "@emberline/map-app";
import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import { Card } from "./card.tsx";
import { timeOf, titleOf } from "./content/content.ts";
import { isPolar } from "./content/geometry.ts";
import { createMapModel } from "./content/map-model.ts";
import type { Camera, CardSide, GlMapProps, Tip as TipState } from "./content/map-props.ts";
import type { GlMap } from "./gl/gl-map.tsx";
import { LayersPanel, StatusLine } from "./layers-panel.tsx";
import { MapControls } from "./map-controls.tsx";
import type { StillMap } from "./still-map.tsx";
import { Toolbar } from "./toolbar.tsx";

/** More would take a screen reader minutes. */
const mostNames = 40;

/** The map of the page: the answer that is shown, its area, and the ground. */
export function MapPane() {
  const playground = usePlayground();
  const model = useMemo(() => createMapModel(playground), [playground]);
  useEffect(() => () => model.close(), [model]);
  const format = useMemo(() => createFormat("en-GB", "UTC"), []);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [isStill, setStill] = useState(false);
  const tip = useSignal<TipState | null>(null);
  const cardSide = useSignal<CardSide>("right");
  const position = useSignal<LonLat | null>(null);
  const names = useSignal<readonly string[]>([]);
  const areLayersOpen = useSignal(false);
  const polar = useComputed(() => isPolar(model.content.value));
  const { map: state, api, route } = playground;
  const start = useMemo(() => route.peek().view, [route]);
  const [axis, range] = [model.axis.value, model.range.value];
  const isDrawn = isStill || polar.value;
  return (
    <section class="map-pane" aria-label="Map">
      <div class="map-frame">
        <Canvas
          isStill={isDrawn}
          {...{ model, state, start, tip, cardSide, position, names }}
          origin={api.origin}
          onReady={setCamera}
          onUnavailable={() => setStill(true)}
        />
        <p class="visually-hidden" id="map-names">
          {names.value.length > 0 &&
            `Names in view: ${names.value.slice(0, mostNames).join(", ")}.`}
        </p>
        <Toolbar {...{ model, camera, position }} />
        <MapControls {...{ camera, areLayersOpen }} />
        {areLayersOpen.value && <LayersPanel {...{ model, format }} />}
        <StatusLine {...{ model, format }} />
        {!isDrawn && <small class="map-credits">Natural Earth · GeoNames, CC BY 4.0</small>}
        <Tip {...{ tip, format }} />
        <Card {...{ model, format, cardSide }} />
      </div>
      {axis && (
        <TimeBar
          {...{ axis, format }}
          range={range && range[1] < axis.counts.length ? range : null}
          // The page is in English, with days before months.
          locale="en-GB"
          onRange={(chosen) => {
            model.range.value = chosen;
          }}
        />
      )}
    </section>
  );
}

/** Loaded after the page, which needs neither the libraries nor the data of a map. */
const kinds = {
  moving: () => import("./gl/gl-map.tsx").then(({ GlMap }) => GlMap),
  still: () => import("./still-map.tsx").then(({ StillMap }) => StillMap),
};

type Loaded =
  | { readonly kind: "moving"; readonly Kind: typeof GlMap }
  | { readonly kind: "still"; readonly Kind: typeof StillMap }
  | { readonly kind: "none" };

/** The map that moves, or the still one if the browser or the latitude requires it. */
function Canvas({ isStill, ...props }: GlMapProps & { readonly isStill: boolean }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = async (): Promise<Loaded> =>
      isStill
        ? { kind: "still", Kind: await kinds.still() }
        : { kind: "moving", Kind: await kinds.moving() };
    load()
      .catch((): Loaded => ({ kind: "none" }))
      .then((next) => {
        if (!isGone) setLoaded(next);
      });
    return () => {
      isGone = true;
    };
  }, [isStill]);
  if (loaded?.kind === "none")
    return <p class="map-message">The map could not be loaded: the rows are in the table.</p>;
  if (loaded?.kind === "still" && isStill) return <loaded.Kind model={props.model} />;
  if (loaded?.kind === "moving" && !isStill) return <loaded.Kind {...props} />;
  return <p class="map-message">Loading map</p>;
}

/** The name and the time of what is under the pointer. */
function Tip({ tip, format }: { tip: ReadonlySignal<TipState | null>; format: Format }) {
  if (!tip.value) return null;
  const { drawable, x, y } = tip.value;
  const time = timeOf(drawable);
  return (
    <div class="map-tip" aria-hidden="true" style={{ left: `${x}px`, top: `${y}px` }}>
      <strong>{titleOf(drawable)}</strong>
      {time !== null && <span>{format.time(time)}</span>}
    </div>
  );
}
