import type { LonLat } from "@emberline/geo";
import type { MapLayers } from "@emberline/map";
import { toText } from "../../answer/tables.ts";
import { timeOf } from "../age.ts";
import type { MapFeature } from "../features.ts";
import { powerOf } from "../size.ts";

/** Features as layers of the still map; kinds without a layer become titled shapes. */
export function mapLayers(features: readonly MapFeature[]): MapLayers {
  const found = features.filter(({ kind }) => kind !== "area" && kind !== "center");
  const perimeters = found.filter(
    ({ subject, kind }) => subject === "perimeter" && kind === "shape",
  );
  const sources = pointsOf(found, "source");
  const hotspots = pointsOf(found, "hotspot");
  const simulations = pointsOf(found, "simulation");
  const points = [...sources, ...hotspots, ...simulations].map(({ feature }) => feature);
  const layered = new Set([...perimeters, ...points]);
  return {
    perimeters: perimeters.map(({ geometry, record }) => ({
      geometry,
      timeMs: record && timeOf(record),
      name: record && toText(record.fire_name ?? record.incident_name ?? record.id),
    })),
    staticSources: sources.map(({ position }) => position),
    detections: hotspots.map(({ feature: { record }, position }) => ({
      position,
      timeMs: record && timeOf(record),
      frpMw: record && powerOf(record),
    })),
    simulations: simulations.map(({ position }) => position),
    shapes: found
      .filter((each) => !layered.has(each))
      .map(({ geometry, label }) => ({ geometry, title: label })),
  };
}

interface PointFeature {
  readonly feature: MapFeature;
  readonly position: LonLat;
}

function pointsOf(features: readonly MapFeature[], subject: MapFeature["subject"]): PointFeature[] {
  return features.flatMap((feature) => {
    const { geometry } = feature;
    if (feature.subject !== subject || geometry.type !== "Point") return [];
    const [lon, lat] = geometry.coordinates;
    return [{ feature, position: [lon, lat] as const }];
  });
}
