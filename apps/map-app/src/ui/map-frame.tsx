import type { LonLat } from "@emberline/geo";
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Drawable, titleOf } from "../content/content.ts";
import type { Format } from "../content/feature-words.ts";
import type { MapModel } from "../content/map-model.ts";
import type { Camera, CardSide, MovingMapProps, Tip as TipState } from "../content/map-props.ts";
import type { MapState, MapView } from "../content/map-state.ts";
import { Card } from "./card.tsx";
import { useEscape } from "./hooks.ts";
import { LayersPanel } from "./layers-panel.tsx";
import { type Fullscreen, MapControls } from "./map-controls.tsx";

interface Props {
  readonly model: MapModel;
  readonly state: MapState;
  readonly format: Format;
  /** Where a link looks; null fits the content. */
  readonly start: MapView | null;
  readonly areLayersOpen: boolean;
  readonly fullscreen?: Fullscreen | undefined;
  /** The drawing itself says whose its ground is. */
  readonly hasOwnCredits?: boolean;
  /** Draws the map itself. */
  draw(props: MovingMapProps): ComponentChildren;
  /** What else lies over the map. */
  tools?(camera: Camera | null, position: MovingMapProps["position"]): ComponentChildren;
  /** What else the panel of layers says. */
  readonly layersNote?: ComponentChildren;
  cardActions?: ((drawable: Drawable) => ComponentChildren) | undefined;
}

/** More would take a screen reader minutes. */
const mostNames = 40;

/** A map with what lies over it: controls, layers, what it shows, the card. */
export function MapFrame(props: Props) {
  const { model, state, format, start } = props;
  const [camera, setCamera] = useState<Camera | null>(null);
  const tip = useSignal<TipState | null>(null);
  const cardSide = useSignal<CardSide>("right");
  const position = useSignal<LonLat | null>(null);
  const names = useSignal<readonly string[]>([]);
  const areLayersOpen = useSignal(props.areLayersOpen);
  // The card lies where the layers would.
  const areLayersShown = areLayersOpen.value && model.selection.value === null;
  useEscape(areLayersShown, () => {
    areLayersOpen.value = false;
  });
  return (
    <div class="map-frame">
      {props.draw({ model, state, start, tip, cardSide, position, names, onReady: setCamera })}
      <p class="visually-hidden" id="map-names">
        {names.value.length > 0 && `Names in view: ${names.value.slice(0, mostNames).join(", ")}.`}
      </p>
      {props.tools?.(camera, position)}
      <MapControls
        {...{ camera, areLayersShown }}
        onLayers={() => {
          areLayersOpen.value = !areLayersShown;
          model.selection.value = null;
        }}
        fullscreen={props.fullscreen}
      />
      {areLayersShown && <LayersPanel {...{ model, format }} note={props.layersNote} />}
      {props.hasOwnCredits || (
        <small class="map-credits">Natural Earth · GeoNames, CC BY 4.0</small>
      )}
      <Tip {...{ tip, format }} />
      <Card {...{ model, format, cardSide }} actions={props.cardActions} />
    </div>
  );
}

/** The name and the time of what is under the pointer. */
function Tip({ tip, format }: { tip: ReadonlySignal<TipState | null>; format: Format }) {
  if (!tip.value) return null;
  const { drawable, x, y } = tip.value;
  const { timeMs } = drawable;
  return (
    <div class="map-tip card" aria-hidden="true" style={{ left: `${x}px`, top: `${y}px` }}>
      <strong>{titleOf(drawable)}</strong>
      {timeMs !== null && <span>{format.time(timeMs)}</span>}
    </div>
  );
}
