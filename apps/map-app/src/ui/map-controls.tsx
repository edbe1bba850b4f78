import { scaleBar, type View } from "@emberline/map";

interface Props {
  readonly isFullscreen: boolean;
  onZoom(factor: number): void;
  onFit(): void;
  /** Absent if the host has no full screen. */
  readonly onFullscreen?: (() => void) | undefined;
}

const step = 1.6;

export function MapControls({ isFullscreen, onZoom, onFit, onFullscreen }: Props) {
  return (
    <fieldset class="controls" aria-label="Map controls">
      <Control label="Zoom in" text="+" onClick={() => onZoom(step)} />
      <Control label="Zoom out" text="−" onClick={() => onZoom(1 / step)} />
      <Control label="Show all" text="⤢" onClick={onFit} />
      {onFullscreen && (
        <Control
          label={isFullscreen ? "Leave full screen" : "Full screen"}
          text={isFullscreen ? "⤓" : "⛶"}
          onClick={onFullscreen}
        />
      )}
    </fieldset>
  );
}

function Control({ label, text, onClick }: { label: string; text: string; onClick(): void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      {text}
    </button>
  );
}

export function Scale({ view: { kmPerPixel, kind } }: { view: View }) {
  const { km, lengthPx } = scaleBar(kmPerPixel, 110);
  const length = km >= 1 ? `${km.toLocaleString("en")} km` : `${Math.round(km * 1000)} m`;
  return (
    <div class="scale">
      <span style={{ width: `${lengthPx}px` }} />
      {kind === "world" ? `${length} at the centre` : length}
    </div>
  );
}
