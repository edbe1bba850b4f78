import { useEffect, useMemo, useState } from "preact/hooks";
import { isObject, type JsonObject } from "../json.ts";
import { type CanvasProps, fittedPositions, type MapFeature, mapFeatures } from "./features.ts";
import type { GlMap } from "./gl/gl-map.tsx";
import { currentPalette, onThemeChange, toVariables } from "./palette.ts";
import type { StillMap } from "./still/still-map.tsx";

/** Everything of an answer that has a position, on an offline basemap fitted to it; nothing where there is none. */
export function AnswerMap({ answer, tool }: { answer: JsonObject; tool: string }) {
  const found = useMemo(() => mapFeatures(answer, tool), [answer, tool]);
  const positions = useMemo(() => fittedPositions(found.features), [found]);
  const [palette, setPalette] = useState(currentPalette);
  useEffect(() => onThemeChange(() => setPalette(currentPalette())), []);
  if (positions.length === 0) return null;
  const props = { ...found, positions, label: labelOf(found.features), credits: creditsOf(answer) };
  return (
    <section class="map" aria-labelledby="map-heading" style={toVariables(palette)}>
      <h3 id="map-heading">Map</h3>
      <Canvas {...props} />
    </section>
  );
}

/** Each with its libraries and data, which only a page with a map needs. */
const kinds = {
  moving: () => import("./gl/gl-map.tsx").then(({ GlMap }) => GlMap),
  still: () => import("./still/still-map.tsx").then(({ StillMap }) => StillMap),
};

/** Web Mercator, which the map that moves is drawn in, ends here. */
const mercatorMaxLat = 85;

/** The map that moves; the still one where the browser or a pole does not allow it. */
function Canvas(props: Omit<CanvasProps, "onUnavailable">) {
  const isPolar = props.positions.some(([, lat]) => Math.abs(lat) > mercatorMaxLat);
  const [kind, setKind] = useState<keyof typeof kinds | "none">(isPolar ? "still" : "moving");
  const [loaded, setLoaded] = useState<{ Kind: typeof GlMap | typeof StillMap } | null>(null);
  const giveUp = () => {
    setLoaded(null);
    setKind(kind === "moving" ? "still" : "none");
  };
  useEffect(() => {
    if (kind !== "none") kinds[kind]().then((Kind) => setLoaded({ Kind }), giveUp);
  }, [kind]);
  if (kind === "none")
    return <p role="alert">The map could not be loaded; the rows stand below.</p>;
  return loaded ? <loaded.Kind {...props} onUnavailable={giveUp} /> : <div class="map-canvas" />;
}

function labelOf(features: readonly MapFeature[]): string {
  const count = (...kinds: MapFeature["kind"][]) =>
    features.filter(({ kind }) => kinds.includes(kind)).length;
  const several = (number: number, one: string) =>
    number === 0 ? [] : [`${number} ${one}${number === 1 ? "" : "s"}`];
  const parts = [...several(count("point"), "point"), ...several(count("shape", "box"), "outline")];
  return `Map of ${parts.join(" and ") || "the area that was asked for"}`;
}

function creditsOf({ source, selection }: JsonObject): string[] {
  const collection = isObject(selection) ? selection.collection : undefined;
  return [collection, source].filter((each) => typeof each === "string");
}
