import type { MapArea } from "@emberline/map";
import { effect, signal } from "@preact/signals";
import type { GeoJSONSource, MapLibreMap } from "maplibre-gl";
import type { Area } from "../../state/map-state.ts";
import { areaOutline, isArea } from "../geometry.ts";
import type { GlMapProps } from "../map-props.ts";
import { drawArea } from "./draw-area.ts";
import { areasOf } from "./to-source.ts";

/** A form that was run describes what its answer was asked for. */
function isSame(asked: MapArea, edited: Area): boolean {
  if (asked.kind === "circle" && edited.kind === "circle")
    return asked.radiusKm === edited.radiusKm && `${asked.center}` === `${edited.center}`;
  return asked.kind === "box" && edited.kind === "box" && `${asked.box}` === `${edited.bbox}`;
}

/** Shows the areas of the answer and of the form, and lets the person draw one. */
export function followDrawing(map: MapLibreMap, { model, state }: GlMapProps): () => void {
  const draft = signal<Area | null>(null);
  let stopDrawing: (() => void) | null = null;
  const stops = [
    effect(() => {
      const { area } = model.content.value;
      const asked = model.scene.value.showsArea && area?.kind !== "extent" ? area : null;
      const edited = draft.value ?? state.edited.value;
      const outlines = [
        ...(asked ? [{ kind: "asked" as const, outline: areaOutline(asked) }] : []),
        ...(edited && isArea(edited) && !(asked && isSame(asked, edited))
          ? [{ kind: "edited" as const, outline: areaOutline(edited) }]
          : []),
      ];
      map.getSource<GeoJSONSource>("areas")?.setData(areasOf(outlines, map.getCenter().lng));
    }),
    effect(() => {
      const drawing = state.drawing.value;
      stopDrawing?.();
      stopDrawing = null;
      if (!drawing) return;
      const done = (area: Area | null) => {
        stopDrawing = null;
        state.drawing.value = null;
        drawing.done(area);
      };
      stopDrawing = drawArea(
        map,
        { ...drawing, done },
        {
          onDraft(area) {
            draft.value = area;
          },
        },
      );
    }),
  ];
  return () => {
    stopDrawing?.();
    for (const stop of stops) stop();
  };
}
