import "./map.css";
import type { LonLat } from "@emberline/geo";
import { createFormat } from "@emberline/map-app";
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import { isPolar } from "./gl/bounds.ts";
import { createMapModel } from "./map-model.ts";
import type { Camera, CardSide, Tip as TipState } from "./map-props.ts";
import { Canvas } from "./ui/canvas.tsx";
import { Card } from "./ui/card.tsx";
import { LayersPanel } from "./ui/layers-panel.tsx";
import { MapControls } from "./ui/map-controls.tsx";
import { StatusLine } from "./ui/status-line.tsx";
import { TimeBar } from "./ui/time-bar.tsx";
import { Tip } from "./ui/tip.tsx";
import { Toolbar } from "./ui/toolbar.tsx";

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
        <MapControls {...{ model, camera, areLayersOpen }} />
        {areLayersOpen.value && <LayersPanel {...{ model, format }} />}
        <StatusLine {...{ model, format }} />
        {!isDrawn && <small class="map-credits">Natural Earth · GeoNames, CC BY 4.0</small>}
        <Tip {...{ tip, format }} />
        <Card {...{ model, format, cardSide }} />
      </div>
      <TimeBar {...{ model, format }} />
    </section>
  );
}
