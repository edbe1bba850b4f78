import { isSame } from "@emberline/map-app/answer/json";
import { drawArea } from "@emberline/map-app/canvas/draw-area";
import { areaOutline } from "@emberline/map-app/content/geometry";
import type { MovingMapProps } from "@emberline/map-app/content/map-props";
import type { Area } from "@emberline/map-app/content/map-state";
import { effect, signal } from "@preact/signals";
import type { GeoJSONSource, MapLibreMap } from "maplibre-gl";
import { featureOf } from "./to-source.ts";

/** Shows the areas of the answer and of the form, and lets the person draw one. */
export function followDrawing(map: MapLibreMap, { model, state }: MovingMapProps): () => void {
  const draft = signal<Area | null>(null);
  let stopDrawing: (() => void) | null = null;
  const element = map.getCanvas();
  const surface = {
    element,
    placeAt([x, y]: readonly [number, number]): [number, number] {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    },
    middle(): [number, number] {
      const { lng, lat } = map.getCenter();
      return [lng, lat];
    },
    setDragging: (isOn: boolean) => (isOn ? map.dragPan.enable() : map.dragPan.disable()),
    onMove(moved: () => void) {
      map.on("move", moved);
      return () => void map.off("move", moved);
    },
  };
  const stops = [
    effect(() => {
      const { asked } = model.scene.value;
      const edited = draft.value ?? state.edited.value;
      const features = Object.entries({ asked, edited: isSame(asked, edited) ? null : edited })
        .filter(([, area]) => area !== null)
        .map(([kind, area]) => featureOf(areaOutline(area!), map.getCenter().lng, { kind }));
      map.getSource<GeoJSONSource>("areas")?.setData({ type: "FeatureCollection", features });
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
      stopDrawing = drawArea(surface, { ...drawing, done }, (area) => {
        draft.value = area;
      });
    }),
  ];
  return () => {
    stopDrawing?.();
    for (const stop of stops) stop();
  };
}
