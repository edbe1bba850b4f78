import type { Detections, MapLayers } from "./map-request.ts";
import { circlePath, dotPath, px, squarePath } from "./path.ts";
import {
  detectionSymbols,
  perimeterSymbol,
  simulationSymbols,
  staticSourceSymbols,
} from "./symbols.ts";
import { type Ages, escapeXml, strengthLabels, strengthRadiiPx, textWidth } from "./text.ts";
import type { Theme } from "./theme.ts";

const legendSizePx = 12;
const rowPx = 20;
const symbolPx = 16;
const gapPx = 14;

interface Entry {
  /** Draws the symbol about the middle of its left end; null for a heading. */
  readonly symbol: ((x: number, y: number) => string) | null;
  readonly text: string;
}

export interface Legend {
  readonly height: number;
  /** The legend with its upper left corner at `x`, `y`. */
  draw(x: number, y: number): string;
}

/** The legend for the symbols on the map, in rows of at most `width` pixels. */
export function legendOf(layers: MapLayers, ages: Ages, theme: Theme, width: number): Legend {
  const rows = flow(entriesOf(layers, ages, theme), width);
  return {
    height: rows.length * rowPx,
    draw: (x, y) =>
      rows
        .flatMap((row, i) =>
          row.map(({ entry, left }) => drawEntry(entry, x + left, y + (i + 0.5) * rowPx, theme)),
        )
        .join(""),
  };
}

function entriesOf(layers: MapLayers, ages: Ages, theme: Theme): Entry[][] {
  const { detections = [], perimeters = [], staticSources = [], simulations = [] } = layers;
  const groups: Entry[][] = [];
  if (detections.length > 0) {
    groups.push([
      { symbol: null, text: headingOf("Detections", ages) },
      ...ages.labels.map((text, step) => ({
        text,
        symbol: (x: number, y: number) => detectionSymbols(theme, step, dotPath(x + 8, y), 4),
      })),
    ]);
    if (hasPower(detections)) {
      groups.push([
        { symbol: null, text: "by power" },
        ...strengthLabels.map((text, step) => ({
          text,
          symbol: (x: number, y: number) =>
            detectionSymbols(theme, 1, dotPath(x + 8, y), strengthRadiiPx[step]!),
        })),
      ]);
    }
  }
  if (perimeters.length > 0) {
    const labels = ages.asOfMs === null ? ["Perimeters"] : ages.labels;
    groups.push([
      ...(ages.asOfMs === null
        ? []
        : [
            {
              symbol: null,
              text: groups.length > 0 ? "Perimeters by age" : headingOf("Perimeters", ages),
            },
          ]),
      ...labels.map((text, step) => ({
        text,
        symbol: (x: number, y: number) =>
          perimeterSymbol(theme, step, `M${px(x + 1)},${px(y - 5)}h14v10h-14Z`),
      })),
    ]);
  }
  const single: Entry[] = [];
  if (staticSources.length > 0) {
    single.push({
      text: "Static heat source",
      symbol: (x, y) => staticSourceSymbols(theme, squarePath(x + 8, y, 7)),
    });
  }
  if (simulations.length > 0) {
    single.push({
      text: "Simulation (a forecast)",
      symbol: (x, y) => simulationSymbols(theme, circlePath(x + 8, y, 6)),
    });
  }
  return single.length > 0 ? [...groups, ...single.map((entry) => [entry])] : groups;
}

function headingOf(what: string, { asOfMs }: Ages): string {
  if (asOfMs === null) return what;
  return `${what} by age at ${new Date(asOfMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function hasPower(detections: Detections): boolean {
  for (const { frpMw } of detections) if (frpMw !== null) return true;
  return false;
}

/** Places entries in rows; a group that does not fit into the current row starts a new one. */
function flow(groups: readonly Entry[][], width: number): { entry: Entry; left: number }[][] {
  const rows: { entry: Entry; left: number }[][] = [];
  let left = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    const whole = group.reduce((sum, entry) => sum + widthOf(entry), 0);
    if (left > 0 && left + whole > width) {
      rows.push([]);
      left = 0;
    }
    for (const entry of group) {
      if (left > 0 && left + widthOf(entry) > width) {
        rows.push([]);
        left = 0;
      }
      rows.at(-1)!.push({ entry, left });
      left += widthOf(entry);
    }
    left += gapPx;
  }
  return rows;
}

function widthOf({ symbol, text }: Entry): number {
  return (symbol ? symbolPx + 5 : 0) + textWidth(text, legendSizePx, !symbol) + gapPx;
}

function drawEntry({ symbol, text }: Entry, x: number, y: number, theme: Theme): string {
  const textX = px(symbol ? x + symbolPx + 5 : x);
  const weight = symbol ? "" : ' font-weight="bold"';
  return `${symbol?.(x, y) ?? ""}<text x="${textX}" y="${px(y + 4.2)}" font-size="${legendSizePx}" fill="${theme.text}"${weight}>${escapeXml(text)}</text>`;
}
