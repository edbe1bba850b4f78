import { kmPerDegree } from "@emberline/geo";
import { spanOfArea } from "@emberline/map";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Shown, ShownLayer } from "../answer/shown.ts";
import { type LayersState, LayersStore, noLayers } from "../features/layers-store.ts";
import type { CallTool } from "../features/load-layer.ts";

/** Pixels across the largest screens, so that outlines stay sharp when the map is closer. */
const pixelsAcross = 3000;
const detailWithoutAreaKm = 0.5;

/** The features of an answer, read through the host; none without a host that calls tools. */
export function useLayers(shown: Shown | null, call: CallTool | null) {
  const [state, setState] = useState<LayersState>(noLayers);
  const store = useRef<LayersStore | null>(null);
  useEffect(() => {
    if (!shown || !call) return;
    const reading = new LayersStore(shown, { detailKm: detailOf(shown), call }, setState);
    store.current = reading;
    reading.start();
    return () => reading.close();
  }, [shown, call]);
  return { ...state, more: (layer: ShownLayer) => store.current?.more(layer) };
}

function detailOf({ area }: Shown): number {
  if (!area) return detailWithoutAreaKm;
  const { south, north } = spanOfArea(area);
  return Math.min(10, Math.max(0.01, ((north - south) * kmPerDegree) / pixelsAcross));
}
