import type { Format } from "@emberline/map-app";
import type { ReadonlySignal } from "@preact/signals";
import { timeOf, titleOf } from "../content/titles.ts";
import type { Tip as TipState } from "../map-props.ts";

/** The name and the time of what is under the pointer. */
export function Tip({ tip, format }: { tip: ReadonlySignal<TipState | null>; format: Format }) {
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
