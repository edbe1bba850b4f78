import type { Camera } from "../content/map-props.ts";
import { Icon, type IconName } from "./icon.tsx";

interface Props {
  readonly camera: Camera | null;
  readonly areLayersShown: boolean;
  onLayers(): void;
  readonly fullscreen?: Fullscreen | undefined;
}

/** The whole screen, where a host has it. */
export interface Fullscreen {
  readonly isOn: boolean;
  toggle(): void;
}

/** Zoom, fit and layers. */
export function MapControls({ camera, areLayersShown, onLayers, fullscreen }: Props) {
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
        aria-expanded={areLayersShown}
        {...(areLayersShown && { "aria-controls": "map-layers" })}
        title="Layers and legend"
        onClick={onLayers}
      >
        <Icon name="layers" />
        <span class="visually-hidden">Layers and legend</span>
      </button>
      {fullscreen && (
        <Control
          label={fullscreen.isOn ? "Leave full screen" : "Full screen"}
          icon={fullscreen.isOn ? "smaller" : "larger"}
          onClick={fullscreen.toggle}
        />
      )}
    </fieldset>
  );
}

interface ControlProps {
  readonly label: string;
  readonly icon: IconName;
  readonly class?: string;
  /** Of a button that stays pressed. */
  readonly isOn?: boolean;
  onClick(): void;
}

/** A button with a picture. */
export function Control({ label, icon, class: name, isOn, onClick }: ControlProps) {
  const words = { "aria-label": label, title: label, "aria-pressed": isOn };
  return (
    <button type="button" class={name} {...words} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
