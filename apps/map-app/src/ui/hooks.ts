import { kmPerDegree } from "@emberline/geo";
import { type MapArea, spanOfArea } from "@emberline/map";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Shown, ShownLayer } from "../answer/arguments.ts";
import { isObject, type JsonObject } from "../answer/json.ts";
import type { MapFeature } from "../features/features.ts";
import {
  type CallTool,
  type LayersState,
  LayersStore,
  noLayers,
} from "../features/layers-store.ts";
import type { Host, HostState } from "../host/host.ts";

export function useHost(host: Host): HostState {
  const [state, setState] = useState(host.state);
  useEffect(() => {
    setState(host.state);
    return host.subscribe(() => setState(host.state));
  }, [host]);
  return state;
}

/** Pixels across the largest screens, so that outlines stay sharp when the map is closer. */
const pixelsAcross = 3000;
const detailWithoutAreaKm = 0.5;

/** The features of an answer, read through the host; none without a host that calls tools. */
export function useLayers(shown: Shown | null, call: CallTool | null) {
  const [state, setState] = useState<LayersState>(noLayers);
  const store = useRef<LayersStore | null>(null);
  useEffect(() => {
    if (!shown || !call) return;
    const reading = new LayersStore(
      shown,
      { detailKm: detailOf(shown.area, detailWithoutAreaKm), call },
      setState,
    );
    store.current = reading;
    reading.start();
    return () => reading.close();
  }, [shown, call]);
  return { ...state, more: (layer: ShownLayer) => store.current?.more(layer) };
}

/**
 * How exact outlines need to be for the map of an area, in kilometres.
 *
 * @param otherwiseKm without an area
 */
export function detailOf(area: MapArea | null, otherwiseKm: number): number {
  if (!area) return otherwiseKm;
  const { south, north } = spanOfArea(area);
  return Math.min(10, Math.max(0.01, ((north - south) * kmPerDegree) / pixelsAcross));
}

/** Whether a media query matches now. */
export function useMatch(query: string): boolean {
  const [list] = useState(() => matchMedia(query));
  const [isMatch, setMatch] = useState(list.matches);
  useEffect(() => {
    const update = () => setMatch(list.matches);
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [list]);
  return isMatch;
}

/** The size of an element in pixels; null until it is laid out. */
export function useSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element.current!;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return [element, size] as const;
}

type Details =
  | { readonly status: "loading" | "none" }
  | { readonly status: "loaded"; readonly properties: JsonObject }
  | { readonly status: "failed"; readonly reason: string };

/** All properties of a feature, which the map itself does not need; simulations have no further. */
export function useDetails(feature: MapFeature | null, call: CallTool | null): Details {
  const [details, setDetails] = useState<Details>({ status: "none" });
  useEffect(() => {
    if (!feature || feature.id === null || feature.kind === "simulation" || !call)
      return setDetails({ status: "none" });
    const { id, layer } = feature;
    const end = new AbortController();
    setDetails({ status: "loading" });
    call("get_feature", { collection: layer, id }, end.signal).then(
      ({ properties }) => {
        if (end.signal.aborted) return;
        setDetails({ status: "loaded", properties: isObject(properties) ? properties : {} });
      },
      (error) => {
        if (!end.signal.aborted) setDetails({ status: "failed", reason: String(error.message) });
      },
    );
    return () => end.abort();
  }, [feature, call]);
  return details;
}
