import type { MapFeature } from "../features/features.ts";

/** How the host's person reads times and numbers. */
export interface Format {
  time(timeMs: number): string;
  count(value: number): string;
}

export function createFormat(locale: string | undefined, timeZone: string | undefined): Format {
  const zone = { dateStyle: "medium", timeStyle: "short" } as const;
  const times = firstValid(
    () => new Intl.DateTimeFormat(locale, { ...zone, timeZone: timeZone ?? "UTC" }),
    () => new Intl.DateTimeFormat("en", { ...zone, timeZone: "UTC" }),
  );
  const numbers = firstValid(
    () => new Intl.NumberFormat(locale),
    () => new Intl.NumberFormat("en"),
  );
  const { timeZone: used } = times.resolvedOptions();
  return {
    time: (timeMs) => `${times.format(timeMs)} ${used.replaceAll("_", " ")}`,
    count: (value) => numbers.format(value),
  };
}

/** A host may name a locale or zone that the browser does not know. */
function firstValid<Value>(create: () => Value, other: () => Value): Value {
  try {
    return create();
  } catch {
    return other();
  }
}

/** A feature in one line. */
export function nameOf(feature: MapFeature): string {
  switch (feature.kind) {
    case "detection":
      return feature.frpMw === null ? "Detection" : `Detection, ${feature.frpMw} MW`;
    case "perimeter":
      return feature.name === null ? "Perimeter" : `Perimeter: ${feature.name}`;
    case "source":
      return feature.name ?? "Static heat source";
    case "simulation":
      return feature.name === null ? "Simulation" : `Simulation: ${feature.name}`;
    case "other":
      return feature.id ?? "Feature";
  }
}

/** When a feature was seen; null without a time. */
export function timeMsOf(feature: MapFeature): number | null {
  if (feature.kind === "simulation") return feature.createdMs;
  return feature.kind === "source" ? null : feature.timeMs;
}

/** A position as people write it: latitude first. */
export function positionText([lon, lat]: readonly [number, number]): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;
  return `${part(lat, "N", "S")}, ${part(lon, "E", "W")}`;
}
