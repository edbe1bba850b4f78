import { useEffect, useMemo, useState } from "preact/hooks";
import { isObject, type JsonObject } from "../json.ts";
import { type CanvasProps, fittedPositions, type MapFeature, mapFeatures } from "./features.ts";
import type { GlMap } from "./gl/gl-map.tsx";
import { currentPalette, onThemeChange, toVariables } from "./palette.ts";
import type { StillMap } from "./still/still-map.tsx";

/** An answer's positions on an offline basemap fitted to them; nothing without positions. */
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

/** Loaded lazily: only a page with a map needs these libraries and data. */
const kinds = {
  moving: () => import("./gl/gl-map.tsx").then(({ GlMap }) => GlMap),
  still: () => import("./still/still-map.tsx").then(({ StillMap }) => StillMap),
};

/** The limit of Web Mercator, which the interactive map uses. */
const mercatorMaxLat = 85;

/** The interactive map, or the still one if the browser or the latitude requires it. */
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
  if (kind === "none") return <p role="alert">The map could not be loaded; the rows are below.</p>;
  return loaded ? <loaded.Kind {...props} onUnavailable={giveUp} /> : <div class="map-canvas" />;
}

function labelOf(features: readonly MapFeature[]): string {
  const count = (...kinds: MapFeature["kind"][]) =>
    features.filter(({ kind }) => kinds.includes(kind)).length;
  const several = (number: number, one: string) =>
    number === 0 ? [] : [`${number} ${one}${number === 1 ? "" : "s"}`];
  const parts = [...several(count("point"), "point"), ...several(count("shape", "box"), "outline")];
  return `Map of ${parts.join(" and ") || "the requested area"}`;
}

function creditsOf({ source, selection }: JsonObject): string[] {
  const collection = isObject(selection) ? selection.collection : undefined;
  return [collection, source].filter((each) => typeof each === "string");
}
