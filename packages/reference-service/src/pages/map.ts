import { html } from "hono/html";
import { type Feature, type Geometry, type Position, partsOf } from "../geojson.ts";
import { type Bounds, boundsOf } from "../geometry/bounds.ts";
import type { Html } from "./layout.ts";

const WIDTH = 720;
const MAX_HEIGHT = 480;
const GRID_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

/** A drawing of features in plain longitude and latitude, with a labelled grid. */
export function featureMap(features: readonly Feature[], hrefOf: (id: string) => string): Html {
  const located = features.filter(({ geometry }) => geometry && boundsOf(geometry));
  if (located.length === 0) return html`<p>None of these features has a location.</p>`;
  const frame = frameAround(located.map(({ geometry }) => boundsOf(geometry!)!));
  const scale = WIDTH / (frame[2] - frame[0]);
  const height = Math.min(MAX_HEIGHT, Math.round((frame[3] - frame[1]) * scale));
  const yScale = height / (frame[3] - frame[1]);
  const at = ([x, y]: Position) =>
    `${((x! - frame[0]) * scale).toFixed(1)} ${((frame[3] - y!) * yScale).toFixed(1)}`;
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img"
aria-label="Map of ${located.length} features">${grid(frame, scale, yScale, height)}
${located.map(
  ({
    id,
    geometry,
  }) => html`<a href="${hrefOf(id)}"><title>${id}</title><path d="${pathOf(geometry!, at)}"
fill="#d9480f" fill-opacity="0.35" fill-rule="evenodd" stroke="#d9480f" stroke-width="1.2"/></a>`,
)}</svg><figcaption>${located.length} of ${features.length} features, in longitude and latitude</figcaption></figure>`;
}

/** The box around all boxes, a margin wider and never without size. */
function frameAround(boxes: Bounds[]): Bounds {
  const west = Math.min(...boxes.map((box) => box[0]));
  const south = Math.min(...boxes.map((box) => box[1]));
  const east = Math.max(...boxes.map((box) => box[2]));
  const north = Math.max(...boxes.map((box) => box[3]));
  const margin = Math.max(0.02, (east - west) * 0.05, (north - south) * 0.05);
  return [west - margin, south - margin, east + margin, north + margin];
}

function grid(frame: Bounds, xScale: number, yScale: number, height: number): Html[] {
  const step = GRID_STEPS.find((size) => (frame[2] - frame[0]) / size <= 8) ?? 90;
  const from = (least: number) => Math.ceil(least / step) * step;
  const label = (degrees: number) => `${Number(degrees.toFixed(2))}°`;
  const lines: Html[] = [];
  for (let x = from(frame[0]); x <= frame[2]; x += step) {
    const px = ((x - frame[0]) * xScale).toFixed(1);
    lines.push(
      html`<path d="M${px} 0V${height}" stroke="#c5d0d8"/><text x="${px}" y="12" font-size="11">${label(x)}</text>`,
    );
  }
  for (let y = from(frame[1]); y <= frame[3]; y += step) {
    const py = ((frame[3] - y) * yScale).toFixed(1);
    lines.push(
      html`<path d="M0 ${py}H${WIDTH}" stroke="#c5d0d8"/><text x="2" y="${py}" font-size="11">${label(y)}</text>`,
    );
  }
  return lines;
}

function pathOf(geometry: Geometry, at: (position: Position) => string): string {
  const { points, lines, polygons } = partsOf(geometry);
  const dots = points.map((point) => `M${at(point)}m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0`);
  const strokes = lines.map((line) => `M${line.map(at).join("L")}`);
  const areas = polygons.flat().map((ring) => `M${ring.map(at).join("L")}Z`);
  return [...dots, ...strokes, ...areas].join("");
}
