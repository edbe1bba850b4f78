import { setImmediate } from "node:timers/promises";
import { extentOf, type LonLat, type Properties } from "@emberline/geo";
import {
  type Detection,
  drawMap,
  layOutMap,
  type MapLayers,
  type MapLink,
  type MapPlace,
  type Perimeter,
  type Shape,
  type Span,
  type Theme,
  type ThemeName,
  themes,
} from "@emberline/map";
import { html, raw } from "hono/html";
import type { MapFigure } from "../http/environment.ts";
import { featureTime } from "../import/feature-time.ts";
import { type CollectionId, nounOf } from "../values/collections.ts";
import type { Feature } from "../values/crs.ts";
import { shownDay, shownMinute } from "./html.ts";

/**
 * Features as the layers of a map, with the symbols of their collection.
 * @param hrefOf the page of a feature; without it, nothing on the map is a link
 */
export function layersOf(
  collection: CollectionId,
  features: readonly Feature[],
  hrefOf?: (id: string) => string,
): MapLayers {
  const detections: Detection[] = [];
  const perimeters: Perimeter[] = [];
  const staticSources: LonLat[] = [];
  const shapes: Shape[] = [];
  const links: MapLink[] = [];
  for (const feature of features) {
    const { id, geometry, properties } = feature;
    if (!geometry || !extentOf(geometry)) continue;
    const timeMs = timeOf(feature);
    const title = featureName(collection, feature);
    if (hrefOf) links.push({ geometry, title, href: hrefOf(id) });
    if (geometry.type === "Point" && collection !== "svc:satellite-perimeters") {
      const [longitude, latitude] = geometry.coordinates;
      const position: LonLat = [longitude, latitude];
      const frp = properties?.frp;
      const frpMw = typeof frp === "number" ? frp : null;
      if (collection === "svc:hotspots") detections.push({ position, timeMs, frpMw });
      else staticSources.push(position);
    } else if (
      collection === "svc:satellite-perimeters" &&
      (geometry.type === "Polygon" || geometry.type === "MultiPolygon")
    ) {
      perimeters.push({ geometry, timeMs, name: properName(feature) });
    } else shapes.push({ geometry, title });
  }
  // Newer features come first, and lie on top.
  return { detections, perimeters, staticSources, shapes, links: links.reverse() };
}

/** Whether anything of these layers can be drawn. */
export function hasMarks({
  detections,
  perimeters = [],
  staticSources = [],
  shapes = [],
}: MapLayers): boolean {
  const others = perimeters.length + staticSources.length + shapes.length;
  return (detections?.length ?? 0) + others > 0;
}

/** The colours of the playground: text has a contrast of at least 4.5 to 1 on each ground. */
const palettes: Readonly<Record<ThemeName, Readonly<Record<string, string>>>> = {
  light: {
    ground: "#faf9f7",
    raised: "#ffffff",
    line: "#d5d3ce",
    "field-line": "#7b8187",
    text: "#1d1f21",
    quiet: "#596067",
    link: "#1a5699",
    accent: "#a8320f",
    "on-accent": "#ffffff",
    notice: "#fdf0d3",
    "notice-line": "#b27a09",
    error: "#fbe3e0",
    "error-line": "#b3261e",
    synthetic: "#6b3fa0",
    outline: "#1f5fa8",
  },
  dark: {
    ground: "#111416",
    raised: "#1b1f22",
    line: "#33393e",
    "field-line": "#737b83",
    text: "#e6e4e0",
    quiet: "#a3a8ae",
    link: "#8fc1ff",
    accent: "#ff8a5c",
    "on-accent": "#1c0d06",
    notice: "#3a2d0d",
    "notice-line": "#e0a93a",
    error: "#431d19",
    "error-line": "#f08d83",
    synthetic: "#c4a0f5",
    outline: "#7ab6ff",
  },
};

/** The colours of maps as variables of the style sheet, so that one drawing has both themes. */
const mapPaint = Object.fromEntries(
  Object.entries(themes.light).map(([name, tone]) => [
    name,
    typeof tone === "string"
      ? `var(--map-${name})`
      : (tone as readonly string[]).map((_, step) => `var(--map-${name}-${step})`),
  ]),
) as unknown as Theme;

/** The variables of a theme, as declarations of CSS. */
export function variables(name: ThemeName): string {
  const own = Object.entries(palettes[name]).map(([key, tone]) => `--${key}:${tone}`);
  const ofMaps = Object.entries(themes[name]).flatMap(([key, tone]: [string, string | string[]]) =>
    typeof tone === "string"
      ? [`--map-${key}:${tone}`]
      : tone.map((each, step) => `--map-${key}-${step}:${each}`),
  );
  return [...own, ...ofMaps].join(";");
}

/** One for windows of 40 rem and more, and one whose text is legible on a phone. */
const sizes = [
  { kind: "wide", width: 880, height: 560 },
  { kind: "narrow", width: 360, height: 420 },
] as const;

/** Candidates for the names on a map, the most populous first; null is the whole world. */
export type PlacesIn = (visible: Span | null) => Promise<readonly MapPlace[]>;

export function mapFigures(placesIn: PlacesIn = async () => []): MapFigure {
  return async (request) => {
    const drawings = [];
    for (const { kind, width, height } of sizes) {
      const layout = layOutMap({ ...request, width, height, theme: mapPaint });
      const svg = await drawMap(layout, await placesIn(layout.view.visible));
      // Each drawing takes tens of milliseconds, so others have their turn in between.
      await setImmediate();
      drawings.push(svg.replace("<svg ", `<svg class="${kind}" `));
    }
    return html`<figure>${raw(drawings.join("\n"))}</figure>`;
  };
}

/** Usual names of the property that names a fire or a place. */
const nameProperties = /^(incident_name|fire_name|\w+_incidentname|name|title)$/i;

/** The start of a feature's time in milliseconds since 1970; null without one. */
export function timeOf({ properties }: Feature): number | null {
  try {
    const time = featureTime(properties ?? {});
    return time && Number.isFinite(time.start) ? time.start : null;
  } catch {
    return null;
  }
}

/** The name that a property gives to a feature, such as that of its fire; null without one. */
function properName({ properties }: Feature): string | null {
  const found = Object.entries(properties ?? {}).find(
    ([name, value]) =>
      nameProperties.test(name) && typeof value === "string" && value.trim() !== "",
  );
  return found ? String(found[1]).trim().slice(0, 200) : null;
}

/** A feature by its name and time, such as `Park Fire, perimeter of 20 Jul 2026`; else its id. */
export function featureName(collection: CollectionId, feature: Feature): string {
  const name = properName(feature);
  const timeMs = timeOf(feature);
  if (name === null) {
    const seenBy = instrument(feature.properties ?? {});
    if (seenBy === null) return feature.id;
    const when = timeMs === null ? "" : `, ${featureTimeText(collection, timeMs)}`;
    return `${seenBy} ${nounOf(collection)}${when}`;
  }
  return timeMs === null
    ? name
    : `${name}, ${nounOf(collection)} of ${featureTimeText(collection, timeMs)}`;
}

/** A time of a collection's features: perimeters mostly have dates, stored as midnight. */
export function featureTimeText(collection: CollectionId, timeMs: number): string {
  // A date ends a microsecond before the next one.
  const isDay = Math.round(timeMs) % 86_400_000 === 0;
  return isDay && collection === "svc:satellite-perimeters"
    ? shownDay(timeMs)
    : shownMinute(timeMs);
}

function instrument({ instrument, satellite }: Properties): string | null {
  const parts = [instrument, satellite].filter(
    (part) => typeof part === "string" && part.length < 40,
  );
  return parts.length > 0 ? parts.join(" ") : null;
}
