import { kmPerDegree } from "@emberline/geo";
import { type GeoPermissibleObjects, geoCircle } from "d3-geo";
import type { Basemap } from "./basemap.ts";
import type { MapArea } from "./map-request.ts";
import { outlineOn, px } from "./path.ts";
import type { Theme } from "./theme.ts";
import { outlineOf, type Span, spanOfBox, type View } from "./view.ts";

/** Sea, land, landmarks, graticule and borders, from bottom to top. */
export function groundOf(
  view: View,
  basemap: Basemap,
  graticule: GeoPermissibleObjects,
  landmarks: readonly string[],
  theme: Theme,
): string[] {
  const pathOf = (geometry: GeoPermissibleObjects) => outlineOn(view.projection, geometry).path;
  const line = (geometry: GeoPermissibleObjects, stroke: string, more: string) => {
    const path = pathOf(geometry);
    return path && `<path d="${path}" fill="none" stroke="${stroke}"${more}/>`;
  };
  return [
    sea(view, theme),
    `<path d="${pathOf(basemap.land)}" fill="${theme.land}" stroke="${theme.coast}" stroke-width="0.7"/>`,
    `<path d="${pathOf(basemap.cutLand)}" fill="${theme.land}" stroke="${theme.land}"/>`,
    ...landmarks,
    line(basemap.rivers, theme.river, ' stroke-width="0.9" stroke-linejoin="round"'),
    `<path d="${pathOf(basemap.lakes)}" fill="${theme.water}" stroke="${theme.river}" stroke-width="0.6"/>`,
    line(basemap.cutCoasts, theme.coast, ' stroke-width="0.7"'),
    line(graticule, theme.graticule, ' stroke-width="0.7" stroke-dasharray="2 3"'),
    basemap.stateBorders
      ? line(basemap.stateBorders, theme.stateBorder, ' stroke-width="0.9"')
      : "",
    line(basemap.borders, theme.border, ' stroke-width="1"'),
  ];
}

/** All of the frame, or the disc of the world. */
function sea({ kind, projection, frame }: View, theme: Theme): string {
  if (kind !== "world")
    return `<rect x="${px(frame.x)}" y="${px(frame.y)}" width="${px(frame.width)}" height="${px(frame.height)}" fill="${theme.sea}"/>`;
  const lats = Array.from({ length: 181 }, (_, i) => i - 90);
  const turned = -projection.rotate()[0];
  const side = (lon: number) => lats.map((lat): [number, number] => [turned + lon, lat]);
  const ring = [...side(-179.999), ...side(179.999).reverse()]
    .map((position) => projection(position)!)
    .map(([x, y]) => `${px(x)},${px(y)}`);
  return `<rect width="${px(frame.x * 2 + frame.width)}" height="${px(frame.y + frame.height)}" fill="${theme.paper}"/><path d="M${ring.join("L")}Z" fill="${theme.sea}"/>`;
}

/** The outline of the requested area. */
export function areaOutline(area: MapArea, view: View, theme: Theme): string {
  const path = areaPath(area, view);
  return (
    path &&
    `<path d="${path}" fill="none" stroke="${theme.area}" stroke-width="1.2" stroke-dasharray="7 4"/>`
  );
}

/** The same as a path; empty for an extent, which is not outlined. */
export function areaPath(area: MapArea, { projection }: View): string {
  if (area.kind === "extent") return "";
  const coordinates =
    area.kind === "box"
      ? outlinesOfBox(spanOfBox(area.box))
      : geoCircle()
          .center([...area.center])
          .radius(area.radiusKm / kmPerDegree)
          .precision(2)().coordinates;
  return outlineOn(projection, { type: "MultiLineString", coordinates }).path;
}

/** A box around the earth has no western or eastern side; one of the whole earth has no sides. */
function outlinesOfBox(span: Span): [number, number][][] {
  if (span.east - span.west < 360) return [outlineOf(span)];
  const lons = Array.from({ length: 361 }, (_, i) => i - 180);
  return [span.south, span.north]
    .filter((lat) => Math.abs(lat) < 90)
    .map((lat) => lons.map((lon): [number, number] => [lon, lat]));
}
