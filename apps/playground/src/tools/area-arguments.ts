import { isBbox, type LonLat } from "@emberline/geo";
import type { JsonObject } from "../common/json.ts";
import type { Area } from "../state/map-state.ts";

/** The ways to say where; each is some of the parameters. */
export type AreaKind = "anywhere" | "place" | "area" | "box" | "circle" | "fire";

export const areaLabels: Readonly<Record<AreaKind, string>> = {
  anywhere: "Anywhere",
  place: "Place",
  area: "Area by name",
  box: "Box",
  circle: "Circle",
  fire: "Inside a fire",
};

const parametersOf: Readonly<Record<AreaKind, readonly string[]>> = {
  anywhere: [],
  place: ["near", "radius_km"],
  area: ["within"],
  box: ["bbox"],
  circle: ["near", "lon", "lat", "radius_km"],
  fire: ["fire", "radius_km"],
};

const defaultRadiusKm = 50;

/** The kinds that a tool with these parameters takes. */
export function kindsFor(names: ReadonlySet<string>): AreaKind[] {
  const decisive: readonly (readonly [AreaKind, string])[] = [
    ["place", "near"],
    ["area", "within"],
    ["box", "bbox"],
    ["circle", "near"],
    ["fire", "fire"],
  ];
  return ["anywhere", ...decisive.filter(([, name]) => names.has(name)).map(([kind]) => kind)];
}

/** Whether arguments may be meant in this way. */
export function fits(kind: AreaKind, args: JsonObject): boolean {
  const given = Object.values(parametersOf)
    .flat()
    .filter((name) => args[name] !== undefined);
  return given.every((name) => parametersOf[kind].includes(name));
}

/** The way in which arguments say where; null if they do not. */
export function kindOf(args: JsonObject): AreaKind | null {
  if (args.fire !== undefined) return "fire";
  if (args.within !== undefined) return "area";
  if (args.bbox !== undefined) return "box";
  if (args.lon !== undefined || args.lat !== undefined) return "circle";
  if (args.near === undefined) return null;
  return parsePosition(args.near) ? "circle" : "place";
}

/** Changes that remove what another kind needs. */
export function withoutOthers(kind: AreaKind, args: JsonObject): JsonObject {
  const others = Object.values(parametersOf)
    .flat()
    .filter((name) => args[name] !== undefined && !parametersOf[kind].includes(name));
  // A name is not a centre, and a position is not a name.
  const isOtherNear =
    (kind === "place" && parsePosition(args.near)) ||
    (kind === "circle" && args.near !== undefined && !parsePosition(args.near));
  return Object.fromEntries(
    [...others, ...(isOtherNear ? ["near"] : [])].map((name) => [name, undefined]),
  );
}

/** `lat,lon` in decimal degrees, as `near` takes it; null for anything else. */
function parsePosition(value: unknown): LonLat | null {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(String(value ?? ""));
  const [lat, lon] = [Number(match?.[1]), Number(match?.[2])];
  return match && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : null;
}

/** The centre of a circle, if the arguments have it as numbers. */
function centerOf(args: JsonObject): LonLat | null {
  if (typeof args.lon === "number" && typeof args.lat === "number") return [args.lon, args.lat];
  return parsePosition(args.near);
}

export function radiusOf(args: JsonObject): number {
  return typeof args.radius_km === "number" ? args.radius_km : defaultRadiusKm;
}

/** The area that arguments describe by numbers alone. */
export function areaOf(args: JsonObject): Area | null {
  if (isBbox(args.bbox)) return { kind: "box", bbox: args.bbox };
  const center = centerOf(args);
  return center && { kind: "circle", center, radiusKm: radiusOf(args) };
}

/** The arguments for an area that was drawn. */
export function argumentsOf(area: Area): JsonObject {
  if (area.kind === "box") return { bbox: area.bbox.map((degrees) => round(degrees, 4)) };
  const [lon, lat] = area.center;
  return {
    near: `${round(lat, 4)},${round(lon, 4)}`,
    lon: undefined,
    lat: undefined,
    radius_km: Math.max(0.1, round(area.radiusKm, area.radiusKm < 10 ? 1 : 0)),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
