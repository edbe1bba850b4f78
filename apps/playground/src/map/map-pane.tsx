import "@emberline/map-app/shared.css";
import "./map.css";
import "./panels.css";
import type { LonLat } from "@emberline/geo";
import { createFormat, type Format, TimeBar } from "@emberline/map-app";
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useLoaded } from "../common/use-loaded.ts";
import { usePlayground } from "../state/playground.ts";
import { Card } from "./card.tsx";
import { timeOf, titleOf } from "./content/content.ts";
import { createMapModel } from "./content/map-model.ts";
import type { Camera, CardSide, GlMapProps, Tip as TipState } from "./content/map-props.ts";
import { LayersPanel, StatusLine } from "./layers-panel.tsx";
import { MapControls } from "./map-controls.tsx";
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
  const { map: state, api, route } = playground;
  const start = useMemo(() => route.peek().view, [route]);
  const [axis, range] = [model.axis.value, model.range.value];
  return (
    <section class="map-pane" aria-label="Map">
      <div class="map-frame">
        <Canvas
          {...{ isStill, model, state, start, tip, cardSide, position, names }}
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
        {!isStill && <small class="map-credits">Natural Earth · GeoNames, CC BY 4.0</small>}
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

/** The map that moves, or the still one; loaded after the page, which needs neither. */
function Canvas({ isStill, ...props }: GlMapProps & { readonly isStill: boolean }) {
  const moving = useLoaded(isStill ? null : () => import("./gl/gl-map.tsx"));
  const still = useLoaded(isStill ? () => import("./still-map.tsx") : null);
  if (isStill && still) return <still.StillMap model={props.model} />;
  if (!isStill && moving) return <moving.GlMap {...props} />;
  const hasFailed = (isStill ? still : moving) === null;
  return (
    <p class="map-message">
      {hasFailed ? "The map could not be loaded: the rows are in the table." : "Loading map"}
    </p>
  );
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
