import { bboxOf, boxCenter, type Geometry, unwrap } from "@emberline/geo";
import type { Ages, Theme } from "@emberline/map";
import { geometryOf } from "@emberline/map-app/content/content";
import type { Scene } from "@emberline/map-app/content/layers";
import { pointStyle, styleOf } from "@emberline/map-app/content/style";
import type { Feature, FeatureCollection, Position } from "geojson";

/** The scene as data of the map's sources; `i` of a feature is its index in the scene. */
interface SceneData {
  readonly shapes: FeatureCollection;
  readonly detections: FeatureCollection;
  /** Detections that are not to be counted in clusters, since the answer counts them itself. */
  readonly loose: FeatureCollection;
  readonly marks: FeatureCollection;
  /** Of fires, in the middle of their newest outlines. */
  readonly fires: FeatureCollection;
}

const longestName = 40;

/** @param nearLon longitudes are counted from here, so that nothing jumps over the antimeridian */
export function toSource(
  { drawables, newest }: Scene,
  ages: Ages,
  nearLon: number,
  theme: Theme,
): SceneData {
  const shapes: Feature[] = [];
  const detections: Feature[] = [];
  const marks: Feature[] = [];
  const names: Feature[] = [];
  drawables.forEach((drawable, i) => {
    const style = styleOf(drawable, newest, ages, theme);
    const feature = (properties: object) =>
      featureOf(geometryOf(drawable), nearLon, { i, ...style, ...properties });
    if (drawable.kind === "detection") {
      const age = ages.stepOf(drawable.timeMs);
      // Older ones below newer ones, and within an age, weaker on top.
      const order = (3 - age) * 100 - pointStyle(drawable, ages, theme).radiusPx;
      detections.push(feature({ age, order }));
    } else if (style.as === "shape") {
      const isNewest = newest.has(drawable);
      shapes.push(feature({ order: isNewest ? 1 : 0 }));
      if (isNewest && drawable.kind === "perimeter" && drawable.name !== null)
        names.push(nameOf(drawable.name, drawable.geometry, nearLon));
    } else {
      marks.push(feature({}));
    }
  });
  const hasCounts = drawables.some(({ kind }) => kind === "group" || kind === "change");
  return {
    shapes: collection(shapes),
    detections: collection(hasCounts ? [] : detections),
    loose: collection(hasCounts ? detections : []),
    marks: collection(marks),
    fires: collection(names),
  };
}

function nameOf(name: string, outline: Geometry, nearLon: number): Feature {
  const box = bboxOf(outline)!;
  const [, south, , north] = box;
  return featureOf({ type: "Point", coordinates: [...boxCenter(box)] }, nearLon, {
    name: name.length > longestName ? `${name.slice(0, longestName)}…` : name,
    // The larger first.
    order: south - north,
  });
}

/** @param nearLon as of `toSource` */
export function featureOf(geometry: Geometry, nearLon: number, properties: object): Feature {
  return { type: "Feature", geometry: unwrap(geometry, nearLon), properties };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: "FeatureCollection", features };
}

const stepsDeg = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05];
/** The number of lines across the view. */
const linesAcross = 4;
const poleLat = 85;

/** Parallels and meridians in a view, at a distance that suits it. */
export function graticuleIn(
  west: number,
  south: number,
  east: number,
  north: number,
): FeatureCollection {
  const widest = Math.max(east - west, north - south);
  const step = stepsDeg.find((each) => widest / each >= linesAcross) ?? stepsDeg.at(-1)!;
  const between = (from: number, to: number) => {
    const first = Math.ceil(from / step);
    const count = Math.max(0, Math.floor(to / step) - first + 1);
    return Array.from({ length: count }, (_, i) => (first + i) * step);
  };
  const [bottom, top] = [Math.max(-poleLat, south), Math.min(poleLat, north)];
  const lines: Position[][] = [
    ...between(west, east).map((lon) => [
      [lon, bottom],
      [lon, top],
    ]),
    ...between(bottom, top).map((lat) => [
      [west, lat],
      [east, lat],
    ]),
  ];
  return {
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        properties: {},
        geometry: { type: "MultiLineString", coordinates: lines },
      },
    ],
  };
}
