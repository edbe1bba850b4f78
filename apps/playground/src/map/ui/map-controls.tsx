import type { Signal } from "@preact/signals";
import type { MapModel } from "../map-model.ts";
import type { Camera } from "../map-props.ts";
import { Icon, type IconName } from "./icon.tsx";

interface Props {
  readonly model: MapModel;
  readonly camera: Camera | null;
  readonly areLayersOpen: Signal<boolean>;
}

/** Zoom, fit and layers. */
export function MapControls({ camera, areLayersOpen }: Props) {
  return (
    <fieldset class="map-controls">
      <legend class="visually-hidden">Map view</legend>
      {camera && (
        <>
          <Control label="Zoom in" icon="plus" class="map-zoom" onClick={() => camera.zoomBy(1)} />
          <Control
            label="Zoom out"
            icon="minus"
            class="map-zoom"
            onClick={() => camera.zoomBy(-1)}
          />
          <Control label="Fit to the results" icon="fit" onClick={() => camera.fit()} />
        </>
      )}
      <button
        type="button"
        aria-expanded={areLayersOpen.value}
        aria-controls="map-layers"
        title="Layers and legend"
        onClick={() => {
          areLayersOpen.value = !areLayersOpen.value;
        }}
      >
        <Icon name="layers" />
        <span class="visually-hidden">Layers and legend</span>
      </button>
    </fieldset>
  );
}

interface ControlProps {
  readonly label: string;
  readonly icon: IconName;
  readonly class?: string;
  onClick(): void;
}

function Control({ label, icon, class: name, onClick }: ControlProps) {
  return (
    <button type="button" class={name} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
