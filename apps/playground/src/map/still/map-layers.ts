import type { MapLayers } from "@emberline/map";
import { toText } from "../../result/answer.ts";
import { timeOf } from "../age.ts";
import type { MapFeature } from "../features.ts";
import type { Position } from "../geometry.ts";
import { powerOf } from "../size.ts";

/** Features as the drawing's layers; what it has no layer for is a shape with a title. */
export function mapLayers(features: readonly MapFeature[]): MapLayers {
  const found = features.filter(({ kind }) => kind !== "area" && kind !== "center");
  const pointsOf = (subject: MapFeature["subject"]) =>
    found.filter((each) => each.subject === subject && each.geometry.type === "Point");
  const perimeters = found.filter(
    ({ subject, kind }) => subject === "perimeter" && kind === "shape",
  );
  const layered = [
    ...perimeters,
    ...(["source", "hotspot", "simulation"] as const).flatMap(pointsOf),
  ];
  return {
    perimeters: perimeters.map(({ geometry, record }) => ({
      geometry,
      timeMs: record && timeOf(record),
      name: record && toText(record.fire_name ?? record.incident_name ?? record.id),
    })),
    staticSources: pointsOf("source").map(positionOf),
    detections: pointsOf("hotspot").map((each) => ({
      position: positionOf(each),
      timeMs: each.record && timeOf(each.record),
      frpMw: each.record && powerOf(each.record),
    })),
    simulations: pointsOf("simulation").map(positionOf),
    shapes: found
      .filter((each) => !layered.includes(each))
      .map(({ geometry, label }) => ({ geometry, title: label })),
  };
}

function positionOf({ geometry }: MapFeature): Position {
  return (geometry as { coordinates: number[] }).coordinates as unknown as Position;
}
