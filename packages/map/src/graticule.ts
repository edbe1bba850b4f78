import { type MultiLineString, wrapLongitude } from "@emberline/geo";
import { isInside, type Span, type View, worldSpan } from "./view.ts";

const stepsDeg = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30];
const samples = 96;

export interface GraticuleLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

interface Graticule {
  readonly lines: MultiLineString;
  readonly labels: readonly GraticuleLabel[];
}

/** Meridians and parallels at round degrees, each labelled once where it leaves the frame. */
export function graticuleOf(view: View, narrowestKm = 0): Graticule {
  // A map of a few kilometres is read by its scale and its towns.
  if (view.kmPerPixel * view.frame.width < narrowestKm)
    return { lines: { type: "MultiLineString", coordinates: [] }, labels: [] };
  const span = view.visible ?? around(view);
  const latStep =
    view.kind === "local" ? stepFor(span.north - span.south, 5) : view.kind === "polar" ? 10 : 30;
  const lonStep = view.kind === "local" ? stepFor(span.east - span.west, 6) : 30;
  const meridians = rounded(span.west, span.east, lonStep)
    // A full turn would repeat its first meridian.
    .filter((lon) => lon - span.west < 360 - lonStep / 2 || view.kind === "world")
    .map((lon) => ({
      text: named(lon, lonStep, "E", "W"),
      line: sample((t) => [lon, span.south + (span.north - span.south) * t]),
      isMeridian: true,
    }));
  const parallels = rounded(span.south, span.north, latStep)
    .filter((lat) => Math.abs(lat) < 90)
    .map((lat) => ({
      text: named(lat, latStep, "N", "S"),
      line: sample((t) => [span.west + (span.east - span.west) * t, lat]),
      isMeridian: false,
    }));
  const all = [...meridians, ...parallels];
  return {
    lines: { type: "MultiLineString", coordinates: all.map(({ line }) => line) },
    labels: all.flatMap(({ text, line, isMeridian }) => {
      const at = labelPoint(view, line, isMeridian);
      return at ? [{ text, x: at[0], y: at[1] }] : [];
    }),
  };
}

function around({ projection }: View): Span {
  const lon = -projection.rotate()[0];
  // Ends before the seam, where both ends of a parallel would meet.
  return { ...worldSpan, west: lon - 179.99, east: lon + 179.99 };
}

function stepFor(degrees: number, count: number): number {
  return stepsDeg.find((step) => degrees / step <= count) ?? 30;
}

function rounded(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

function sample(at: (t: number) => [number, number]): [number, number][] {
  return Array.from({ length: samples + 1 }, (_, i) => {
    const [lon, lat] = at(i / samples);
    return [wrapLongitude(lon), lat];
  });
}

function named(degrees: number, step: number, positive: string, negative: string): string {
  const value = positive === "E" ? wrapLongitude(degrees) : degrees;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const digits = Math.abs(value).toFixed(decimals);
  const isPlain = Number(digits) === 0 || (positive === "E" && Number(digits) === 180);
  return `${digits}°${isPlain ? "" : value < 0 ? negative : positive}`;
}

/** Labels meridians at the lower and parallels at the left edge, else on the map's middle lines. */
function labelPoint(
  { projection, frame }: View,
  line: readonly [number, number][],
  isMeridian: boolean,
): [number, number] | null {
  const points = line.map((position) => projection(position)).filter((point) => point !== null);
  const inset = isMeridian ? frame.y + frame.height - 8 : frame.x + 4;
  const [across, along] = isMeridian ? ([1, 0] as const) : ([0, 1] as const);
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const isCrossing = a[across] !== b[across] && (a[across] - inset) * (b[across] - inset) <= 0;
    if (!isCrossing) continue;
    const t = (inset - a[across]) / (b[across] - a[across]);
    const at = a[along] + (b[along] - a[along]) * t;
    const point: [number, number] = isMeridian ? [at, inset] : [inset, at];
    // A jump is the seam of the map, not a line.
    if (Math.hypot(b[0] - a[0], b[1] - a[1]) < 200 && isInside(point, frame, -3)) return point;
  }
  // Next to the middle meridian, which has its own label there.
  const middle = projection(line[Math.floor(samples / 2) + (isMeridian ? 0 : 3)]!);
  return middle && isInside(middle, frame, -14) ? middle : null;
}
