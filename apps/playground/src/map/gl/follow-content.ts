import { computed, effect } from "@preact/signals";
import type { FeatureCollection } from "geojson";
import type { GeoJSONSource, MapLibreMap } from "maplibre-gl";
import { boundsOf } from "../content/geometry.ts";
import type { GlMapProps } from "../content/map-props.ts";
import { currentTheme } from "../content/palette.ts";
import { repaint } from "./style.ts";
import { graticuleIn, oneOf, toSource } from "./to-source.ts";

/** Keeps the map's data and colours as the model has them; returns what ends that. */
export function followContent(map: MapLibreMap, { model }: GlMapProps): () => void {
  const set = (name: string, data: FeatureCollection) =>
    map.getSource<GeoJSONSource>(name)?.setData(data);
  const nearLon = computed(() => {
    const [west, , east] = boundsOf(model.content.value) ?? [0, 0, 0, 0];
    return (west + east) / 2;
  });
  let frame = 0;
  const drawGraticule = () => {
    const [west, south, east, north] = map.getBounds().toArray().flat() as [
      number,
      number,
      number,
      number,
    ];
    set("graticule", graticuleIn(west, south, east, north));
  };
  map.on("moveend", drawGraticule);
  drawGraticule();
  const stops = [
    effect(() => {
      const [scene, ages, lon] = [model.scene.value, model.ages.value, nearLon.value];
      // Many pages of features may arrive within one frame.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        for (const [name, data] of Object.entries(toSource(scene, ages, lon))) set(name, data);
      });
    }),
    effect(() => {
      const { value: selection } = model.selection;
      const pinned = selection?.drawables[selection.at] ?? null;
      const all = [model.lit.value, pinned].map((each) => oneOf(each, nearLon.value));
      set("lit", { type: "FeatureCollection", features: all.flatMap(({ features }) => features) });
    }),
    effect(() => repaint(map, currentTheme())),
  ];
  return () => {
    cancelAnimationFrame(frame);
    for (const stop of stops) stop();
  };
}
