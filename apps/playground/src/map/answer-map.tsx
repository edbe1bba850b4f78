import { useEffect, useMemo, useState } from "preact/hooks";
import { isObject, type JsonObject } from "../json.ts";
import { fittedPositions, type MapFeature, mapFeatures } from "./features.ts";
import type { Position } from "./geometry.ts";
import type { GlMap } from "./gl/gl-map.tsx";
import { Legend } from "./legend.tsx";
import { SvgMap } from "./svg/svg-map.tsx";

export interface AnswerMapProps {
  readonly answer: JsonObject;
  readonly tool: string;
}

/** Everything of an answer that has a position, on an offline basemap fitted to it; nothing where there is none. */
export function AnswerMap({ answer, tool }: AnswerMapProps) {
  const found = useMemo(() => mapFeatures(answer, tool), [answer, tool]);
  const { features } = found;
  const positions = useMemo(() => fittedPositions(features), [features]);
  const [fit, setFit] = useState<(() => void) | null>(null);
  if (positions.length === 0) return null;
  return (
    <section class="map" aria-labelledby="map-heading">
      <header>
        <h3 id="map-heading">Map</h3>
        {fit && (
          <button type="button" onClick={fit}>
            Fit to the result
          </button>
        )}
      </header>
      <Canvas features={features} positions={positions} onReady={(ready) => setFit(() => ready)} />
      <footer>
        <Legend {...found} />
        <small>{attributionOf(answer)}</small>
      </footer>
    </section>
  );
}

interface CanvasProps {
  readonly features: readonly MapFeature[];
  readonly positions: readonly Position[];
  onReady(fit: () => void): void;
}

/** Web Mercator, which the map that moves is drawn in, ends here. */
const mercatorMaxLat = 85;

/** The map that moves, once it is loaded; the still one where the browser or a pole does not allow it. */
function Canvas({ features, positions, onReady }: CanvasProps) {
  const isPolar = positions.some(([, lat]) => Math.abs(lat) > mercatorMaxLat);
  const [isStill, setIsStill] = useState(isPolar);
  const [loaded, setLoaded] = useState<{ GlMap: typeof GlMap } | null>(null);
  useEffect(() => {
    if (!isStill) import("./gl/gl-map.tsx").then(setLoaded, () => setIsStill(true));
  }, [isStill]);
  const count = (kind: MapFeature["kind"]) => features.filter((each) => each.kind === kind).length;
  const label = `Map with ${count("point")} points and ${count("shape") + count("box")} outlines`;
  const common = { features, positions, label };
  if (isStill) return <SvgMap {...common} />;
  if (!loaded) return <div class="map-canvas" />;
  return <loaded.GlMap {...common} onReady={onReady} onUnavailable={() => setIsStill(true)} />;
}

function attributionOf({ attribution, selection }: JsonObject): string {
  const sources = [
    "Base map: Natural Earth; states: US Census Bureau; coastlines and borders are generalised.",
    ...(isObject(selection) && typeof selection.collection === "string"
      ? [`Data: ${selection.collection}.`]
      : []),
    ...(typeof attribution === "string" ? [attribution] : []),
  ];
  return sources.join(" ");
}
