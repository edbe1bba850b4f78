import { drawMap, layOutMap } from "@emberline/map";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CanvasProps } from "../features.ts";
import { currentTheme } from "../palette.ts";
import { mapLayers } from "./map-layers.ts";

const leastWidthPx = 320;

/** A still map, which needs no WebGL and reaches the poles. */
export function StillMap({ features, ages, area, label, credits }: CanvasProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<"waiting" | "failed" | { readonly url: string }>(
    "waiting",
  );
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    const width = Math.max(leastWidthPx, holder.current!.clientWidth);
    const layout = layOutMap({
      width,
      height: Math.max(leastWidthPx, Math.round(width * 0.7)),
      theme: currentTheme(),
      title: label,
      layers: mapLayers(features),
      attribution: credits,
      ...(area && { area }),
      ...(ages.asOfMs !== null && { asOfMs: ages.asOfMs }),
    });
    drawMap(layout).then(
      (svg) => {
        if (isGone) return;
        url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        setDrawing({ url });
      },
      () => setDrawing("failed"),
    );
    return () => {
      isGone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [features, ages, area]);
  return (
    <div class="map-still" ref={holder}>
      {typeof drawing === "object" && <img src={drawing.url} alt={label} />}
      {drawing === "failed" && <p role="alert">The map could not be drawn here.</p>}
    </div>
  );
}
