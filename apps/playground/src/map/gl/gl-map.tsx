import "maplibre-gl/dist/maplibre-gl.css";
import { geometryOf } from "@emberline/map-app/content/content";
import { boundsOf } from "@emberline/map-app/content/geometry";
import type { MovingMapProps } from "@emberline/map-app/content/map-props";
import type { MapView } from "@emberline/map-app/content/map-state";
import { currentTheme } from "@emberline/map-app/content/palette";
import { computed, effect } from "@preact/signals";
import type { FeatureCollection } from "geojson";
import {
  AttributionControl,
  type GeoJSONSource,
  MapLibreMap,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { useEffect, useRef } from "preact/hooks";
import { followCamera } from "./follow-camera.ts";
import { followDrawing } from "./follow-drawing.ts";
import { followPointer } from "./follow-pointer.ts";
import { addSymbols, isOwn, mapStyle, repaint, styleOver } from "./style.ts";
import { featureOf, graticuleIn, toSource } from "./to-source.ts";

export interface GlMapProps extends MovingMapProps {
  /** Where the server is, without a slash at the end. */
  readonly origin: string;
  /** The operator's ground; null for the offline one. */
  readonly own: StyleSpecification | null;
  /** The operator's ground does not come. */
  onOwnFailed(): void;
  /** The browser cannot draw this kind of map. */
  onUnavailable(): void;
}

/** The map that moves, by mouse, touch and keyboard. */
export function GlMap(props: GlMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let map: MapLibreMap;
    try {
      const theme = currentTheme();
      const style = props.own ? styleOver(props.own, theme) : mapStyle(props.origin, theme);
      map = createMap(holder.current!, style, props.start);
    } catch {
      // Without WebGL 2.
      props.onUnavailable();
      return;
    }
    map.getCanvas().setAttribute("aria-describedby", "map-names");
    if (props.own) {
      watchOwn(map, props.onOwnFailed);
      map.addControl(new AttributionControl({ compact: true }));
    }
    const stops: (() => void)[] = [];
    map.once("style.load", () => {
      addSymbols(map);
      stops.push(
        followContent(map, props),
        followDrawing(map, props),
        followPointer(map, props),
        followCamera(map, props),
      );
    });
    return () => {
      for (const stop of stops) stop();
      map.remove();
    };
  }, []);
  return <div class="map-ground" ref={holder} />;
}

/** Tells once if nothing of the operator's ground comes; a missing tile is no failure. */
function watchOwn(map: MapLibreMap, onFailed: () => void): void {
  let hasTile = false;
  map.on("sourcedata", ({ sourceId, tile }) => {
    hasTile ||= isOwn(sourceId) && tile !== undefined;
  });
  map.on("error", (event) => {
    const { sourceId } = event as { sourceId?: string };
    if (!hasTile && (isOwn(sourceId) || !map.isStyleLoaded())) onFailed();
  });
}

setWorkerUrl(workerUrl);

/** At larger scales neither coasts nor pixels of satellites have any detail. */
const maxZoom = 15;

/**
 * A flat map with north up, moved by mouse, touch and keyboard.
 *
 * @throws {GPUInitializationError} when there is no WebGL 2
 */
function createMap(
  container: HTMLElement,
  style: StyleSpecification,
  view: MapView | null,
): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style,
    maxZoom,
    center: view ? [view.lon, view.lat] : [0, 20],
    zoom: view?.zoom ?? 1,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200,
    locale: {
      "Map.Title":
        "Map: arrow keys move it, plus and minus zoom, Enter opens what is in the middle",
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ maxWidth: 110 }), "bottom-left");
  return map;
}

/** Keeps the map's data and colours as the model has them; returns what ends that. */
function followContent(map: MapLibreMap, { model }: MovingMapProps): () => void {
  const set = (name: string, data: FeatureCollection) =>
    map.getSource<GeoJSONSource>(name)?.setData(data);
  const nearLon = computed(() => {
    const [west, , east] = boundsOf(model.content.value) ?? [0, 0, 0, 0];
    return (west + east) / 2;
  });
  let frame = 0;
  const drawGraticule = () => {
    const [[west, south], [east, north]] = map.getBounds().toArray();
    set("graticule", graticuleIn(west, south, east, north));
  };
  map.on("moveend", drawGraticule);
  drawGraticule();
  const stops = [
    effect(() => {
      const [scene, ages, lon] = [model.scene.value, model.ages.value, nearLon.value];
      const theme = currentTheme();
      // Many pages of features may arrive within one frame.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        for (const [name, data] of Object.entries(toSource(scene, ages, lon, theme)))
          set(name, data);
      });
    }),
    effect(() => {
      const { value: selection } = model.selection;
      const pinned = selection?.drawables[selection.at] ?? null;
      const features = [model.lit.value, pinned].flatMap((each) =>
        each ? [featureOf(geometryOf(each), nearLon.value, {})] : [],
      );
      set("lit", { type: "FeatureCollection", features });
    }),
    effect(() => repaint(map, currentTheme())),
  ];
  return () => {
    cancelAnimationFrame(frame);
    for (const stop of stops) stop();
  };
}
