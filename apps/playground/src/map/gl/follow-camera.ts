import { kmPerDegree, type LonLat, longitudeNear, wrapLongitude } from "@emberline/geo";
import { boundsOf } from "@emberline/map-app/content/geometry";
import type { Fit } from "@emberline/map-app/content/map-model";
import {
  type Camera,
  cardSideOf,
  isInView,
  type MovingMapProps,
  placeOf,
} from "@emberline/map-app/content/map-props";
import { effect, untracked } from "@preact/signals";
import { type LngLatBoundsLike, type MapLibreMap, Marker } from "maplibre-gl";
import { nameLayerIds } from "./ground-layers.ts";

const equatorKm = 360 * kmPerDegree;
const tilePx = 512;
/** Closer, no town may be in view. */
const fitMaxZoom = 10;
/** Moves the map to its content, to links and to what is chosen, and says where it looks. */
export function followCamera(map: MapLibreMap, props: MovingMapProps): () => void {
  const { model, state, start, position, cardSide, names, onReady } = props;
  /** A link may say where the map looks: that holds until the person asks. */
  let isHeld = start !== null;
  let isFirst = true;
  const fit = (duration?: number) => {
    const bounds = boundsOf(model.content.value);
    if (!bounds) return;
    const { width, height } = sizeOf(map);
    const side = Math.min(56, width / 8);
    // The tools lie above, the scale below.
    const padding = {
      top: Math.min(68, height / 5),
      bottom: Math.min(44, height / 8),
      left: side,
      right: side,
    };
    map.fitBounds(bounds as LngLatBoundsLike, {
      padding,
      maxZoom: fitMaxZoom,
      ...(duration !== undefined && { duration }),
    });
  };
  const camera: Camera = {
    zoomBy(steps) {
      state.isMoved.value = true;
      map.easeTo({ zoom: map.getZoom() + steps, duration: 200 });
    },
    fit() {
      state.isMoved.value = false;
      fit();
    },
    lookAt([lon, lat], zoom) {
      state.isMoved.value = true;
      map.easeTo({ center: [lon, lat], zoom });
    },
  };

  map.on("movestart", ({ originalEvent }) => {
    if (originalEvent) state.isMoved.value = true;
  });
  const onFit = ({ isNew, isLinked }: Fit) => {
    if (isNew) state.isMoved.value = false;
    if (!isLinked) isHeld = false;
    if (isHeld || state.isMoved.peek() || !boundsOf(model.content.value)) return;
    fit(isFirst ? 0 : undefined);
    isFirst = false;
  };

  // What was fitted stays so when the drawer opens or a phone is turned.
  map.on("resize", () => {
    if (!(state.isMoved.peek() || isFirst || isHeld)) fit(0);
  });

  const tellView = () => {
    const { lng, lat } = map.getCenter();
    const zoom = map.getZoom();
    state.view.value = { zoom, lat, lon: wrapLongitude(lng) };
    const [[west, south], [east, north]] = map.getBounds().toArray();
    const kmPerPixel = (equatorKm * Math.cos((lat * Math.PI) / 180)) / (tilePx * 2 ** zoom);
    model.look({ west, south, east, north }, kmPerPixel / window.devicePixelRatio);
  };
  const place = () => {
    const selection = model.selection.value;
    const at = selection && placeOf(selection);
    if (at) cardSide.value = cardSideOf(pixelOf(map, at), sizeOf(map));
  };
  map.on("moveend", tellView);
  map.on("idle", () => {
    names.value = namesIn(map);
  });
  map.on("move", () => untracked(place));
  tellView();
  onReady(camera);

  let marker: Marker | null = null;
  const stops = [
    effect(() => {
      const { value } = model.fit;
      untracked(() => onFit(value));
    }),
    effect(() => {
      const view = state.goTo.value;
      if (!view) return;
      state.isMoved.value = true;
      map.easeTo({ center: [view.lon, view.lat], zoom: view.zoom });
      state.goTo.value = null;
    }),
    effect(() => {
      const selection = model.selection.value;
      const at = selection && placeOf(selection);
      if (!at) return;
      if (selection.place === null && !isInView(pixelOf(map, at), sizeOf(map)))
        map.easeTo({ center: near(map, at) });
      place();
    }),
    effect(() => {
      marker?.remove();
      marker = null;
      const here = position.value;
      if (!here) return;
      const element = document.createElement("div");
      element.className = "map-position";
      marker = new Marker({ element }).setLngLat([here[0], here[1]]).addTo(map);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Countries, then states, then towns by their inhabitants. */
function namesIn(map: MapLibreMap): string[] {
  const shown = nameLayerIds
    .filter((id) => map.getLayer(id))
    .flatMap((layer) =>
      map
        .queryRenderedFeatures({ layers: [layer] })
        .sort((a, b) => (b.properties.people ?? 0) - (a.properties.people ?? 0)),
    );
  return [...new Set(shown.map(({ properties }) => String(properties.name)))];
}

function pixelOf(map: MapLibreMap, place: LonLat): [number, number] {
  const { x, y } = map.project(near(map, place));
  return [x, y];
}

function sizeOf(map: MapLibreMap) {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return { width, height };
}

/** The place on the same turn around the world as the map. */
function near(map: MapLibreMap, [lon, lat]: LonLat): [number, number] {
  return [longitudeNear(lon, map.getCenter().lng), lat];
}
