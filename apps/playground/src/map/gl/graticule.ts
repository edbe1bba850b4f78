import type { FeatureCollection, Position } from "geojson";

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
