import { drawMap, layOutMap } from "@emberline/map";
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { choicesOf, mapLayers } from "./content/layers.ts";
import type { MapModel } from "./content/map-model.ts";
import { themeName } from "./content/palette.ts";

const leastSidePx = 280;

type Drawing = "waiting" | "failed" | { readonly url: string };

/** A still map, which needs no WebGL. */
export function StillMap({ model }: { readonly model: MapModel }) {
  const holder = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing>("waiting");
  const label = labelOf(model);
  useSignalEffect(() => {
    const { drawables, showsArea } = model.scene.value;
    const { area } = model.content.value;
    const { asOfMs } = model.ages.value;
    const { clientWidth, clientHeight } = holder.current!;
    const layout = layOutMap({
      width: Math.max(leastSidePx, clientWidth),
      height: Math.max(leastSidePx, clientHeight),
      theme: themeName.value,
      title: label,
      layers: mapLayers(drawables),
      ...(area && showsArea && { area }),
      ...(asOfMs !== null && { asOfMs }),
    });
    let isGone = false;
    drawMap(layout).then(
      (svg) => {
        if (isGone) return;
        setDrawing({ url: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
      },
      () => {
        if (!isGone) setDrawing("failed");
      },
    );
    return () => {
      isGone = true;
    };
  });
  useEffect(
    () => () => {
      if (typeof drawing === "object") URL.revokeObjectURL(drawing.url);
    },
    [drawing],
  );
  return (
    <div class="map-still" ref={holder}>
      {typeof drawing === "object" && <img src={drawing.url} alt={label} />}
      {drawing === "failed" && <p role="alert">The map could not be drawn here.</p>}
    </div>
  );
}

function labelOf({ content }: MapModel): string {
  const parts = choicesOf(content.value).flatMap(({ label, count }) =>
    count === null ? [] : [`${count.toLocaleString("en")} ${label.toLowerCase()}`],
  );
  return `Map of ${parts.join(", ") || "the area asked for"}`;
}
